package jakarta.servlet;

import java.io.IOException;

public interface Filter {
    default void init(FilterConfig config) throws ServletException {
    }

    void doFilter(ServletRequest request, ServletResponse response, FilterChain chain) throws IOException, ServletException;

    default void destroy() {
    }
}
