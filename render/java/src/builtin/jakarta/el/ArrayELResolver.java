package jakarta.el;

import vespid.Engine;

public class ArrayELResolver extends ELResolver {
    private boolean readOnly;

    public ArrayELResolver() {
    }

    public ArrayELResolver(boolean readOnly) {
        this.readOnly = readOnly;
    }

    public Object getValue(ELContext context, Object base, Object property) {
        if (!applies(context, base)) {
            return null;
        }
        context.setPropertyResolved(base, property);
        int index = index(property);
        return index < 0 || index >= Engine.length(base) ? null : Engine.item(base, index);
    }

    public Class<?> getType(ELContext context, Object base, Object property) {
        if (!applies(context, base)) {
            return null;
        }
        context.setPropertyResolved(true);
        check(base, property);
        return readOnly ? null : Engine.componentType(base);
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
        Engine.setItem(base, index(property), value);
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
        return base != null && base.getClass().isArray() ? Integer.class : null;
    }

    private boolean applies(ELContext context, Object base) {
        if (context == null) {
            throw new NullPointerException("the context is null");
        }
        return base != null && base.getClass().isArray();
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
        if (index < 0 || index >= Engine.length(base)) {
            throw new PropertyNotFoundException("there is no item " + index);
        }
    }
}
