package shop;

import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.FilterConfig;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

public class LogFilter implements Filter {
    private String name;

    public void init(FilterConfig config) {
        name = config.getFilterName() + "/" + config.getInitParameter("mark");
    }

    public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain) throws IOException, ServletException {
        HttpServletRequest http = (HttpServletRequest) request;
        ((HttpServletResponse) response).addHeader("X-Log", name);
        Object before = request.getAttribute("log");
        request.setAttribute("log", (before == null ? "" : before) + name + " ");
        if ("no".equals(request.getParameter("let"))) {
            ((HttpServletResponse) response).sendError(403, "not for you");
            return;
        }
        try {
            chain.doFilter(request, response);
            if (!response.isCommitted() && http.getServletPath().endsWith(".jsp")) {
                response.getWriter().println("behind " + name);
            }
        } catch (ServletException | IllegalStateException e) {
            response.getWriter().println("caught " + e.getMessage() + " by " + name);
        }
    }

    public void destroy() {
    }
}
