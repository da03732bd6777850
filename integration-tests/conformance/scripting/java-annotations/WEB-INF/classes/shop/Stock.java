package shop;

import jakarta.servlet.*;
import jakarta.servlet.annotation.*;
import jakarta.servlet.http.*;
import java.io.IOException;

@WebServlet(name = "stock", urlPatterns = {"/stock", "/stock/*"}, loadOnStartup = 1,
        initParams = {@WebInitParam(name = "unit", value = "pieces"), @WebInitParam(name = "empty", value = "")})
public class Stock extends HttpServlet {
    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        response.getWriter().println(getServletName() + ": 7 " + getInitParameter("unit") + ", "
                + request.getPathInfo() + ", " + getServletContext().getAttribute("heard"));
    }

    @WebFilter(servletNames = "stock", dispatcherTypes = DispatcherType.REQUEST)
    public static class Around implements Filter {
        public void init(FilterConfig config) { }
        public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
                throws IOException, ServletException {
            response.getWriter().print("[");
            chain.doFilter(request, response);
            response.getWriter().println("]");
        }
        public void destroy() { }
    }

    @jakarta.servlet.annotation.WebListener
    public static class Ear implements ServletContextListener {
        public void contextInitialized(ServletContextEvent event) {
            event.getServletContext().setAttribute("heard", "start");
        }
        public void contextDestroyed(ServletContextEvent event) { }
    }
}
