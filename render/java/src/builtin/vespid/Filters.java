package vespid;

import jakarta.servlet.Filter;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import java.io.IOException;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;

/** The application's filters, each made when it is first asked for (Servlet 6.1, chapter 6). */
public final class Filters {
    private static final Map<String, Filter> FILTERS = new LinkedHashMap<>();
    private static final Turns TURNS = new Turns();

    /** The filter of that name, ready to work. */
    public static Filter filter(String name, Supplier<Object> maker, ServletContext context, String... params)
            throws ServletException {
        Filter known = FILTERS.get(name);
        if (known != null) {
            return known;
        }
        Object turn = TURNS.take(name);
        try {
            known = FILTERS.get(name);
            if (known != null) {
                return known;
            }
            Object made = maker.get();
            if (!(made instanceof Filter)) {
                throw new ServletException(made.getClass().getName() + " is no jakarta.servlet.Filter");
            }
            Filter filter = (Filter) made;
            filter.init(new Config(name, context, params));
            FILTERS.put(name, filter);
            return filter;
        } finally {
            Engine.end(turn);
        }
    }

    public static void run(ServletRequest request, ServletResponse response, Filter... filters)
            throws ServletException, IOException {
        new Chain(filters).doFilter(request, response);
    }

    /** Takes one out of service, the first that was made. */
    public static void destroyNext() {
        Iterator<String> names = FILTERS.keySet().iterator();
        if (names.hasNext()) {
            Filter next = FILTERS.remove(names.next());
            next.destroy();
        }
    }
}
