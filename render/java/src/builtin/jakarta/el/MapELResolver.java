package jakarta.el;

import java.util.Map;

public class MapELResolver extends ELResolver {
    private boolean readOnly;

    public MapELResolver() {
    }

    public MapELResolver(boolean readOnly) {
        this.readOnly = readOnly;
    }

    public Object getValue(ELContext context, Object base, Object property) {
        if (!applies(context, base)) {
            return null;
        }
        context.setPropertyResolved(base, property);
        return ((Map<?, ?>) base).get(property);
    }

    public Class<?> getType(ELContext context, Object base, Object property) {
        if (!applies(context, base)) {
            return null;
        }
        context.setPropertyResolved(true);
        return readOnly ? null : Object.class;
    }

    public void setValue(ELContext context, Object base, Object property, Object value) {
        if (!applies(context, base)) {
            return;
        }
        context.setPropertyResolved(base, property);
        if (readOnly) {
            throw new PropertyNotWritableException("the property '" + property + "' can't be set");
        }
        try {
            ((Map<Object, Object>) base).put(property, value);
        } catch (UnsupportedOperationException e) {
            throw new PropertyNotWritableException("the property '" + property + "' can't be set");
        }
    }

    public boolean isReadOnly(ELContext context, Object base, Object property) {
        if (!applies(context, base)) {
            return false;
        }
        context.setPropertyResolved(true);
        return readOnly;
    }

    public Class<?> getCommonPropertyType(ELContext context, Object base) {
        return base instanceof Map ? Object.class : null;
    }

    private boolean applies(ELContext context, Object base) {
        if (context == null) {
            throw new NullPointerException("the context is null");
        }
        return base instanceof Map;
    }
}
