package jakarta.servlet.jsp.el;

import jakarta.el.ELContext;
import jakarta.el.ELResolver;
import jakarta.el.PropertyNotWritableException;
import vespid.Engine;

public class ImplicitObjectELResolver extends ELResolver {
    public ImplicitObjectELResolver() {
    }

    public Object getValue(ELContext context, Object base, Object property) {
        if (!names(context, base, property)) {
            return null;
        }
        context.setPropertyResolved(base, property);
        return Engine.implicit((String) property);
    }

    public Class<?> getType(ELContext context, Object base, Object property) {
        if (names(context, base, property)) {
            context.setPropertyResolved(true);
        }
        return null;
    }

    public void setValue(ELContext context, Object base, Object property, Object value) {
        if (names(context, base, property)) {
            context.setPropertyResolved(base, property);
            throw new PropertyNotWritableException("the implicit object '" + property + "' can't be set");
        }
    }

    public boolean isReadOnly(ELContext context, Object base, Object property) {
        if (names(context, base, property)) {
            context.setPropertyResolved(true);
            return true;
        }
        return false;
    }

    public Class<String> getCommonPropertyType(ELContext context, Object base) {
        return base == null ? String.class : null;
    }

    private static boolean names(ELContext context, Object base, Object property) {
        if (context == null) {
            throw new NullPointerException("the context is null");
        }
        return base == null && property instanceof String && Engine.isImplicit((String) property);
    }
}
