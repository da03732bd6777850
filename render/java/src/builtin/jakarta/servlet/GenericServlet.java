package jakarta.servlet;

import java.io.IOException;
import java.util.Enumeration;

public abstract class GenericServlet implements Servlet, ServletConfig {
    private ServletConfig config;

    @Override
    public void init(ServletConfig config) throws ServletException {
        this.config = config;
        init();
    }

    public void init() throws ServletException {
    }

    @Override
    public void destroy() {
    }

    @Override
    public ServletConfig getServletConfig() {
        return config;
    }

    @Override
    public String getServletInfo() {
        return "";
    }

    public String getServletName() {
        return known().getServletName();
    }

    public ServletContext getServletContext() {
        return known().getServletContext();
    }

    public String getInitParameter(String name) {
        return known().getInitParameter(name);
    }

    public Enumeration<String> getInitParameterNames() {
        return known().getInitParameterNames();
    }

    public void log(String message) {
        getServletContext().log(getServletName() + ": " + message);
    }

    public void log(String message, Throwable cause) {
        getServletContext().log(getServletName() + ": " + message, cause);
    }

    private ServletConfig known() {
        if (config == null) {
            throw new IllegalStateException("the servlet has no configuration: its init(ServletConfig) does not call super.init");
        }
        return config;
    }

    @Override
    public abstract void service(ServletRequest request, ServletResponse response) throws ServletException, IOException;
}
