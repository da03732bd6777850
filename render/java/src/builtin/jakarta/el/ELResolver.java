package jakarta.el;

public abstract class ELResolver {
    public static final String RESOLVABLE_AT_DESIGN_TIME = "resolvableAtDesignTime";
    public static final String TYPE = "type";

    public ELResolver() {
    }

    public abstract Object getValue(ELContext context, Object base, Object property);

    public abstract Class<?> getType(ELContext context, Object base, Object property);

    public abstract void setValue(ELContext context, Object base, Object property, Object value);

    public abstract boolean isReadOnly(ELContext context, Object base, Object property);

    public abstract Class<?> getCommonPropertyType(ELContext context, Object base);

    public Object invoke(ELContext context, Object base, Object method, Class<?>[] types, Object[] arguments) {
        return null;
    }

    public <T> T convertToType(ELContext context, Object value, Class<T> type) {
        return null;
    }
}
