package jakarta.el;

import java.util.List;

public class ListELResolver extends ELResolver {
    private boolean readOnly;

    public ListELResolver() {
    }

    public ListELResolver(boolean readOnly) {
        this.readOnly = readOnly;
    }

    public Object getValue(ELContext context, Object base, Object property) {
        if (!applies(context, base)) {
            return null;
        }
        context.setPropertyResolved(base, property);
        List<?> list = (List<?>) base;
        int index = index(property);
        return index < 0 || index >= list.size() ? null : list.get(index);
    }

    public Class<?> getType(ELContext context, Object base, Object property) {
        if (!applies(context, base)) {
            return null;
        }
        context.setPropertyResolved(true);
        check(base, property);
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
        check(base, property);
        try {
            ((List<Object>) base).set(index(property), value);
        } catch (UnsupportedOperationException e) {
            throw new PropertyNotWritableException("the property '" + property + "' can't be set");
        }
    }

    public boolean isReadOnly(ELContext context, Object base, Object property) {
        if (!applies(context, base)) {
            return false;
        }
        context.setPropertyResolved(true);
        check(base, property);
        return readOnly;
    }

    public Class<?> getCommonPropertyType(ELContext context, Object base) {
        return base instanceof List ? Integer.class : null;
    }

    private boolean applies(ELContext context, Object base) {
        if (context == null) {
            throw new NullPointerException("the context is null");
        }
        return base instanceof List;
    }

    private static int index(Object property) {
        if (property instanceof Number) {
            return ((Number) property).intValue();
        }
        if (property instanceof String) {
            return Integer.parseInt((String) property);
        }
        if (property instanceof Character) {
            return (Character) property;
        }
        if (property instanceof Boolean) {
            return (Boolean) property ? 1 : 0;
        }
        throw new IllegalArgumentException("'" + property + "' is no index");
    }

    private static void check(Object base, Object property) {
        int index = index(property);
        if (index < 0 || index >= ((List<?>) base).size()) {
            throw new PropertyNotFoundException("there is no item " + index);
        }
    }
}
