package vespid;

import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.ServletResponseWrapper;
import java.io.IOException;
import java.io.PrintWriter;

/** The filters of a request, and what answers it behind them (Servlet 6.1, 6.2.1). */
final class Chain implements FilterChain {
    private final Filter[] filters;
    private int next;

    Chain(Filter[] filters) {
        this.filters = filters;
    }

    @Override
    public void doFilter(ServletRequest request, ServletResponse response) throws IOException, ServletException {
        if (next < filters.length) {
            Filter filter = filters[next];
            next++;
            filter.doFilter(request, response, this);
            return;
        }
        // What a wrapper takes instead of the page's own writer gets the text when the page has ended.
        PrintWriter writer = response instanceof ServletResponseWrapper ? response.getWriter() : null;
        try {
            Engine.rest(request, response, writer);
        } finally {
            Engine.unwrap();
        }
        if (writer != null) {
            writer.flush();
        }
    }
}
