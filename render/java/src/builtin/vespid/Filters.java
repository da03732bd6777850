package vespid;

import jakarta.servlet.Filter;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import java.io.IOException;
import java.util.function.Supplier;

/** The application's filters from sources (Servlet 6.1, chapter 6). */
public final class Filters extends Instances<Filter> {
    private static final Filters ALL = new Filters();

    /** The filter of that name, ready to work. */
    public static Filter filter(String name, Supplier<Object> maker, ServletContext context, String... params)
            throws ServletException {
        return ALL.get(name, maker, context, params);
    }

    public static void run(ServletRequest request, ServletResponse response, Filter... filters)
            throws ServletException, IOException {
        new Chain(filters).doFilter(request, response);
    }

    /** Takes one out of service, the first that was made. */
    public static void destroyNext() {
        ALL.endNext();
    }

    @Override
    Filter start(Object made, Config config) throws ServletException {
        if (!(made instanceof Filter)) {
            throw new ServletException(made.getClass().getName() + " is no jakarta.servlet.Filter");
        }
        Filter filter = (Filter) made;
        filter.init(config);
        return filter;
    }

    @Override
    void end(Filter filter) {
        filter.destroy();
    }
}
