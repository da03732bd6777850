package jakarta.servlet.jsp.jstl.core;

import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.http.HttpSession;
import jakarta.servlet.jsp.PageContext;

public class Config {
    public static final String FMT_LOCALE = "jakarta.servlet.jsp.jstl.fmt.locale";
    public static final String FMT_FALLBACK_LOCALE = "jakarta.servlet.jsp.jstl.fmt.fallbackLocale";
    public static final String FMT_LOCALIZATION_CONTEXT = "jakarta.servlet.jsp.jstl.fmt.localizationContext";
    public static final String FMT_TIME_ZONE = "jakarta.servlet.jsp.jstl.fmt.timeZone";
    public static final String SQL_DATA_SOURCE = "jakarta.servlet.jsp.jstl.sql.dataSource";
    public static final String SQL_MAX_ROWS = "jakarta.servlet.jsp.jstl.sql.maxRows";

    public static Object get(PageContext context, String name, int scope) {
        return context.getAttribute(name + suffix(scope), scope);
    }

    public static Object get(ServletRequest request, String name) {
        return request.getAttribute(name + ".request");
    }

    public static Object get(HttpSession session, String name) {
        return session == null ? null : session.getAttribute(name + ".session");
    }

    public static Object get(ServletContext application, String name) {
        return application.getAttribute(name + ".application");
    }

    public static void set(PageContext context, String name, Object value, int scope) {
        context.setAttribute(name + suffix(scope), value, scope);
    }

    public static void set(ServletRequest request, String name, Object value) {
        request.setAttribute(name + ".request", value);
    }

    public static void set(HttpSession session, String name, Object value) {
        session.setAttribute(name + ".session", value);
    }

    public static void set(ServletContext application, String name, Object value) {
        application.setAttribute(name + ".application", value);
    }

    public static void remove(PageContext context, String name, int scope) {
        context.removeAttribute(name + suffix(scope), scope);
    }

    public static void remove(ServletRequest request, String name) {
        request.removeAttribute(name + ".request");
    }

    public static void remove(HttpSession session, String name) {
        session.removeAttribute(name + ".session");
    }

    public static void remove(ServletContext application, String name) {
        application.removeAttribute(name + ".application");
    }

    public static Object find(PageContext context, String name) {
        Object found = get(context, name, PageContext.PAGE_SCOPE);
        if (found == null) {
            found = get(context, name, PageContext.REQUEST_SCOPE);
        }
        if (found == null && context.getSession() != null) {
            found = get(context, name, PageContext.SESSION_SCOPE);
        }
        if (found == null) {
            found = get(context, name, PageContext.APPLICATION_SCOPE);
        }
        if (found == null) {
            found = context.getServletContext().getInitParameter(name);
        }
        return found;
    }

    private static String suffix(int scope) {
        switch (scope) {
            case PageContext.PAGE_SCOPE:
                return ".page";
            case PageContext.REQUEST_SCOPE:
                return ".request";
            case PageContext.SESSION_SCOPE:
                return ".session";
            case PageContext.APPLICATION_SCOPE:
                return ".application";
            default:
                throw new IllegalArgumentException("there is no scope " + scope);
        }
    }
}
