package jakarta.el;

import java.util.MissingResourceException;
import java.util.ResourceBundle;

public class ResourceBundleELResolver extends ELResolver {
    public ResourceBundleELResolver() {
    }

    public Object getValue(ELContext context, Object base, Object property) {
        if (!applies(context, base)) {
            return null;
        }
        context.setPropertyResolved(base, property);
        if (property == null) {
            return null;
        }
        ResourceBundle bundle = (ResourceBundle) base;
        String key = property.toString();
        try {
            return bundle.getObject(key);
        } catch (MissingResourceException missing) {
            return "???" + key + "???";
        }
    }

    public Class<?> getType(ELContext context, Object base, Object property) {
        if (applies(context, base)) {
            context.setPropertyResolved(true);
        }
        return null;
    }

    public void setValue(ELContext context, Object base, Object property, Object value) {
        if (applies(context, base)) {
            context.setPropertyResolved(true);
            throw new PropertyNotWritableException("resource bundles can't be changed");
        }
    }

    public boolean isReadOnly(ELContext context, Object base, Object property) {
        if (applies(context, base)) {
            context.setPropertyResolved(true);
            return true;
        }
        return false;
    }

    public Class<?> getCommonPropertyType(ELContext context, Object base) {
        return base instanceof ResourceBundle ? String.class : null;
    }

    private boolean applies(ELContext context, Object base) {
        if (context == null) {
            throw new NullPointerException("the context is null");
        }
        return base instanceof ResourceBundle;
    }
}
