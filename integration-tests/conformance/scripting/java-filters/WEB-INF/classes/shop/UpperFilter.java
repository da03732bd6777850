package shop;

import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;

/** Collects what is written and writes it in capitals. */
public class UpperFilter implements Filter {
    public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain) throws IOException, ServletException {
        Collected collected = new Collected((HttpServletResponse) response);
        chain.doFilter(new Named((HttpServletRequest) request), collected);
        response.getWriter().print(collected.toString().toUpperCase());
    }

    static class Named extends HttpServletRequestWrapper {
        Named(HttpServletRequest request) {
            super(request);
        }

        @Override
        public String getParameter(String name) {
            return "name".equals(name) ? "wrapped" : super.getParameter(name);
        }
    }

    static class Collected extends HttpServletResponseWrapper {
        private final StringWriter text = new StringWriter();
        private final PrintWriter writer = new PrintWriter(text);

        Collected(HttpServletResponse response) {
            super(response);
        }

        @Override
        public PrintWriter getWriter() {
            return writer;
        }

        @Override
        public String toString() {
            return text.toString();
        }
    }
}
