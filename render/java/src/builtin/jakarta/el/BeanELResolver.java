package jakarta.el;

import vespid.Engine;

public class BeanELResolver extends ELResolver {
    private boolean readOnly;

    public BeanELResolver() {
    }

    public BeanELResolver(boolean readOnly) {
        this.readOnly = readOnly;
    }

    public Object getValue(ELContext context, Object base, Object property) {
        if (!applies(context, base)) {
            return null;
        }
        context.setPropertyResolved(base, property);
        return property == null ? null : Engine.property(base, property);
    }

    public Class<?> getType(ELContext context, Object base, Object property) {
        if (!applies(context, base)) {
            return null;
        }
        context.setPropertyResolved(true);
        return readOnly || Engine.isReadOnly(base, property) ? null : Engine.propertyType(base, property);
    }

    public void setValue(ELContext context, Object base, Object property, Object value) {
        if (!applies(context, base)) {
            return;
        }
        context.setPropertyResolved(base, property);
        if (readOnly || Engine.isReadOnly(base, property)) {
            throw new PropertyNotWritableException("the property '" + property + "' can't be set");
        }
        Engine.setProperty(base, property, value);
    }

    public boolean isReadOnly(ELContext context, Object base, Object property) {
        if (!applies(context, base)) {
            return false;
        }
        context.setPropertyResolved(true);
        return readOnly || Engine.isReadOnly(base, property);
    }

    public Class<?> getCommonPropertyType(ELContext context, Object base) {
        return base == null ? null : Object.class;
    }

    private boolean applies(ELContext context, Object base) {
        if (context == null) {
            throw new NullPointerException("the context is null");
        }
        return base != null;
    }

    public Object invoke(ELContext context, Object base, Object method, Class<?>[] types, Object[] arguments) {
        if (!applies(context, base) || method == null) {
            return null;
        }
        context.setPropertyResolved(base, method);
        return Engine.invoke(base, method.toString(), arguments == null ? new Object[0] : arguments);
    }
}
