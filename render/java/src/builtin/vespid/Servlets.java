package vespid;

import jakarta.servlet.Servlet;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import java.io.IOException;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;

/** The application's servlets from sources, each made when it is first asked for (Servlet 6.1, 2.3). */
public final class Servlets {
    private static final Map<String, Servlet> SERVLETS = new LinkedHashMap<>();
    private static final Turns TURNS = new Turns();

    public static void service(String name, Supplier<Object> maker, ServletContext context, ServletRequest request,
            ServletResponse response, String... params) throws ServletException, IOException {
        start(name, maker, context, params).service(request, response);
    }

    /** The servlet of that name, ready to answer. */
    public static Servlet start(String name, Supplier<Object> maker, ServletContext context, String... params)
            throws ServletException {
        Servlet known = SERVLETS.get(name);
        if (known != null) {
            return known;
        }
        Object turn = TURNS.take(name);
        try {
            known = SERVLETS.get(name);
            if (known != null) {
                return known;
            }
            Object made = maker.get();
            if (!(made instanceof Servlet)) {
                throw new ServletException(made.getClass().getName() + " is no jakarta.servlet.Servlet");
            }
            Servlet servlet = (Servlet) made;
            servlet.init(new Config(name, context, params));
            SERVLETS.put(name, servlet);
            return servlet;
        } finally {
            Engine.end(turn);
        }
    }

    /** Takes one out of service, the first that was made. */
    public static void destroyNext() {
        Iterator<String> names = SERVLETS.keySet().iterator();
        if (names.hasNext()) {
            Servlet next = SERVLETS.remove(names.next());
            next.destroy();
        }
    }
}
