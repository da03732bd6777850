package vespid;

import jakarta.servlet.Servlet;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import java.io.IOException;
import java.util.function.Supplier;

/** The application's servlets from sources (Servlet 6.1, 2.3). */
public final class Servlets extends Instances<Servlet> {
    private static final Servlets ALL = new Servlets();

    public static void service(String name, Supplier<Object> maker, ServletContext context, ServletRequest request,
            ServletResponse response, String... params) throws ServletException, IOException {
        start(name, maker, context, params).service(request, response);
    }

    /** The servlet of that name, ready to answer. */
    public static Servlet start(String name, Supplier<Object> maker, ServletContext context, String... params)
            throws ServletException {
        return ALL.get(name, maker, context, params);
    }

    /** Takes one out of service, the first that was made. */
    public static void destroyNext() {
        ALL.endNext();
    }

    @Override
    Servlet start(Object made, Config config) throws ServletException {
        if (!(made instanceof Servlet)) {
            throw new ServletException(made.getClass().getName() + " is no jakarta.servlet.Servlet");
        }
        Servlet servlet = (Servlet) made;
        servlet.init(config);
        return servlet;
    }

    @Override
    void end(Servlet servlet) {
        servlet.destroy();
    }
}
