package jakarta.servlet.http;

import jakarta.servlet.GenericServlet;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import java.io.IOException;

/** Hands requests to a method for each of HTTP's (Servlet 6.1, 2.1). */
public abstract class HttpServlet extends GenericServlet {
    protected long getLastModified(HttpServletRequest request) {
        return -1;
    }

    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws ServletException, IOException {
        refuse(request, response);
    }

    /** The server leaves the body out. */
    protected void doHead(HttpServletRequest request, HttpServletResponse response) throws ServletException, IOException {
        doGet(request, response);
    }

    protected void doPost(HttpServletRequest request, HttpServletResponse response) throws ServletException, IOException {
        refuse(request, response);
    }

    protected void doPut(HttpServletRequest request, HttpServletResponse response) throws ServletException, IOException {
        refuse(request, response);
    }

    protected void doPatch(HttpServletRequest request, HttpServletResponse response) throws ServletException, IOException {
        refuse(request, response);
    }

    protected void doDelete(HttpServletRequest request, HttpServletResponse response) throws ServletException, IOException {
        refuse(request, response);
    }

    protected void doOptions(HttpServletRequest request, HttpServletResponse response) throws ServletException, IOException {
        response.setHeader("Allow", "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS");
    }

    protected void doTrace(HttpServletRequest request, HttpServletResponse response) throws ServletException, IOException {
        refuse(request, response);
    }

    protected void service(HttpServletRequest request, HttpServletResponse response) throws ServletException, IOException {
        switch (request.getMethod()) {
            case "GET" -> {
                long modified = getLastModified(request);
                if (modified >= 0) {
                    long known = request.getDateHeader("If-Modified-Since");
                    if (known >= modified / 1000 * 1000) {
                        response.setStatus(HttpServletResponse.SC_NOT_MODIFIED);
                        return;
                    }
                    response.setDateHeader("Last-Modified", modified);
                }
                doGet(request, response);
            }
            case "HEAD" -> doHead(request, response);
            case "POST" -> doPost(request, response);
            case "PUT" -> doPut(request, response);
            case "PATCH" -> doPatch(request, response);
            case "DELETE" -> doDelete(request, response);
            case "OPTIONS" -> doOptions(request, response);
            case "TRACE" -> doTrace(request, response);
            default -> response.sendError(HttpServletResponse.SC_NOT_IMPLEMENTED, "there is no method " + request.getMethod());
        }
    }

    @Override
    public void service(ServletRequest request, ServletResponse response) throws ServletException, IOException {
        if (!(request instanceof HttpServletRequest) || !(response instanceof HttpServletResponse)) {
            throw new ServletException("the request is none of HTTP");
        }
        service((HttpServletRequest) request, (HttpServletResponse) response);
    }

    private void refuse(HttpServletRequest request, HttpServletResponse response) throws IOException {
        response.sendError(HttpServletResponse.SC_METHOD_NOT_ALLOWED, getServletName() + " does not answer " + request.getMethod());
    }
}
