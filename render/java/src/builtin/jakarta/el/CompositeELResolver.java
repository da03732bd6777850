package jakarta.el;

import java.util.ArrayList;
import java.util.List;

public class CompositeELResolver extends ELResolver {
    private List<ELResolver> resolvers = new ArrayList<>();

    public CompositeELResolver() {
    }

    public void add(ELResolver resolver) {
        if (resolver == null) {
            throw new NullPointerException("the resolver is null");
        }
        resolvers.add(resolver);
    }

    public Object getValue(ELContext context, Object base, Object property) {
        context.setPropertyResolved(false);
        for (ELResolver resolver : resolvers) {
            Object value = resolver.getValue(context, base, property);
            if (context.isPropertyResolved()) {
                return value;
            }
        }
        return null;
    }

    public Object invoke(ELContext context, Object base, Object method, Class<?>[] types, Object[] arguments) {
        context.setPropertyResolved(false);
        for (ELResolver resolver : resolvers) {
            Object value = resolver.invoke(context, base, method, types, arguments);
            if (context.isPropertyResolved()) {
                return value;
            }
        }
        return null;
    }

    public Class<?> getType(ELContext context, Object base, Object property) {
        context.setPropertyResolved(false);
        for (ELResolver resolver : resolvers) {
            Class<?> type = resolver.getType(context, base, property);
            if (context.isPropertyResolved()) {
                return resolver.isReadOnly(context, base, property) ? null : type;
            }
        }
        return null;
    }

    public void setValue(ELContext context, Object base, Object property, Object value) {
        context.setPropertyResolved(false);
        for (ELResolver resolver : resolvers) {
            resolver.setValue(context, base, property, value);
            if (context.isPropertyResolved()) {
                return;
            }
        }
    }

    public boolean isReadOnly(ELContext context, Object base, Object property) {
        context.setPropertyResolved(false);
        for (ELResolver resolver : resolvers) {
            boolean readOnly = resolver.isReadOnly(context, base, property);
            if (context.isPropertyResolved()) {
                return readOnly;
            }
        }
        return false;
    }

    public Class<?> getCommonPropertyType(ELContext context, Object base) {
        Class<?> common = null;
        for (ELResolver resolver : resolvers) {
            Class<?> type = resolver.getCommonPropertyType(context, base);
            if (type != null) {
                common = common == null || common.equals(type) ? type : Object.class;
            }
        }
        return common;
    }
}
