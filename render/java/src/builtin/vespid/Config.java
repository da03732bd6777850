package vespid;

import jakarta.servlet.FilterConfig;
import jakarta.servlet.ServletConfig;
import jakarta.servlet.ServletContext;
import java.util.Collections;
import java.util.Enumeration;
import java.util.LinkedHashMap;
import java.util.Map;

/** What a servlet or filter is told of itself: parameters are name and value in turn. */
final class Config implements ServletConfig, FilterConfig {
    private final String name;
    private final ServletContext context;
    private final Map<String, String> params = new LinkedHashMap<>();

    Config(String name, ServletContext context, String[] params) {
        this.name = name;
        this.context = context;
        for (int i = 0; i + 1 < params.length; i += 2) {
            this.params.put(params[i], params[i + 1]);
        }
    }

    public String getServletName() {
        return name;
    }

    public String getFilterName() {
        return name;
    }

    public ServletContext getServletContext() {
        return context;
    }

    public String getInitParameter(String name) {
        return params.get(name);
    }

    public Enumeration<String> getInitParameterNames() {
        return Collections.enumeration(params.keySet());
    }
}
