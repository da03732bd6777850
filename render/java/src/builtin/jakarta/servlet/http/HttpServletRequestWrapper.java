package jakarta.servlet.http;

import jakarta.servlet.ServletRequestWrapper;
import java.security.Principal;
import java.util.Enumeration;

/** A request of HTTP that hands on what it is asked; filters override what is to be different. */
public class HttpServletRequestWrapper extends ServletRequestWrapper implements HttpServletRequest {
    public HttpServletRequestWrapper(HttpServletRequest request) {
        super(request);
    }

    private HttpServletRequest own() {
        return (HttpServletRequest) super.getRequest();
    }

    @Override
    public String getContextPath() {
        return own().getContextPath();
    }

    @Override
    public String getServletPath() {
        return own().getServletPath();
    }

    @Override
    public String getPathInfo() {
        return own().getPathInfo();
    }

    @Override
    public String getPathTranslated() {
        return own().getPathTranslated();
    }

    @Override
    public String getRequestURI() {
        return own().getRequestURI();
    }

    @Override
    public StringBuffer getRequestURL() {
        return own().getRequestURL();
    }

    @Override
    public String getQueryString() {
        return own().getQueryString();
    }

    @Override
    public String getMethod() {
        return own().getMethod();
    }

    @Override
    public String getHeader(String name) {
        return own().getHeader(name);
    }

    @Override
    public Enumeration<String> getHeaders(String name) {
        return own().getHeaders(name);
    }

    @Override
    public Enumeration<String> getHeaderNames() {
        return own().getHeaderNames();
    }

    @Override
    public int getIntHeader(String name) {
        return own().getIntHeader(name);
    }

    @Override
    public long getDateHeader(String name) {
        return own().getDateHeader(name);
    }

    @Override
    public Cookie[] getCookies() {
        return own().getCookies();
    }

    @Override
    public HttpSession getSession() {
        return own().getSession();
    }

    @Override
    public HttpSession getSession(boolean create) {
        return own().getSession(create);
    }

    @Override
    public String getRequestedSessionId() {
        return own().getRequestedSessionId();
    }

    @Override
    public boolean isRequestedSessionIdValid() {
        return own().isRequestedSessionIdValid();
    }

    @Override
    public boolean isRequestedSessionIdFromCookie() {
        return own().isRequestedSessionIdFromCookie();
    }

    @Override
    public boolean isRequestedSessionIdFromURL() {
        return own().isRequestedSessionIdFromURL();
    }

    @Override
    public String getRemoteUser() {
        return own().getRemoteUser();
    }

    @Override
    public Principal getUserPrincipal() {
        return own().getUserPrincipal();
    }

    @Override
    public boolean isUserInRole(String role) {
        return own().isUserInRole(role);
    }

    @Override
    public String getAuthType() {
        return own().getAuthType();
    }

    @Override
    public String changeSessionId() {
        return own().changeSessionId();
    }
}
