package jakarta.servlet;

import java.io.IOException;

public interface Servlet {
    void init(ServletConfig config) throws ServletException;

    ServletConfig getServletConfig();

    void service(ServletRequest request, ServletResponse response) throws ServletException, IOException;

    String getServletInfo();

    void destroy();
}
