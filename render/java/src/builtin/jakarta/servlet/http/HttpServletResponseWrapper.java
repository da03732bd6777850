package jakarta.servlet.http;

import jakarta.servlet.ServletResponseWrapper;
import java.io.IOException;
import java.util.Collection;

/** A response of HTTP that hands on what it is told; filters override what is to be different. */
public class HttpServletResponseWrapper extends ServletResponseWrapper implements HttpServletResponse {
    public HttpServletResponseWrapper(HttpServletResponse response) {
        super(response);
    }

    private HttpServletResponse own() {
        return (HttpServletResponse) super.getResponse();
    }

    @Override
    public void setHeader(String name, String value) {
        own().setHeader(name, value);
    }

    @Override
    public void addHeader(String name, String value) {
        own().addHeader(name, value);
    }

    @Override
    public void setIntHeader(String name, int value) {
        own().setIntHeader(name, value);
    }

    @Override
    public void addIntHeader(String name, int value) {
        own().addIntHeader(name, value);
    }

    @Override
    public void setDateHeader(String name, long value) {
        own().setDateHeader(name, value);
    }

    @Override
    public void addDateHeader(String name, long value) {
        own().addDateHeader(name, value);
    }

    @Override
    public boolean containsHeader(String name) {
        return own().containsHeader(name);
    }

    @Override
    public String getHeader(String name) {
        return own().getHeader(name);
    }

    @Override
    public Collection<String> getHeaders(String name) {
        return own().getHeaders(name);
    }

    @Override
    public Collection<String> getHeaderNames() {
        return own().getHeaderNames();
    }

    @Override
    public void setStatus(int status) {
        own().setStatus(status);
    }

    @Override
    public int getStatus() {
        return own().getStatus();
    }

    @Override
    public void sendError(int status) throws IOException {
        own().sendError(status);
    }

    @Override
    public void sendError(int status, String message) throws IOException {
        own().sendError(status, message);
    }

    @Override
    public void sendRedirect(String location) throws IOException {
        own().sendRedirect(location);
    }

    @Override
    public void addCookie(Cookie cookie) {
        own().addCookie(cookie);
    }

    @Override
    public String encodeURL(String url) {
        return own().encodeURL(url);
    }

    @Override
    public String encodeRedirectURL(String url) {
        return own().encodeRedirectURL(url);
    }
}
