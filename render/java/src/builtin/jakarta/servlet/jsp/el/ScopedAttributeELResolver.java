package jakarta.servlet.jsp.el;

import jakarta.el.ELContext;
import jakarta.el.ELResolver;
import jakarta.servlet.jsp.JspContext;
import jakarta.servlet.jsp.PageContext;

public class ScopedAttributeELResolver extends ELResolver {
    public ScopedAttributeELResolver() {
    }

    public Object getValue(ELContext context, Object base, Object property) {
        if (!applies(context, base) || property == null) {
            return null;
        }
        context.setPropertyResolved(base, property);
        return page(context).findAttribute(property.toString());
    }

    public Class<?> getType(ELContext context, Object base, Object property) {
        if (!applies(context, base)) {
            return null;
        }
        context.setPropertyResolved(true);
        return Object.class;
    }

    public void setValue(ELContext context, Object base, Object property, Object value) {
        if (!applies(context, base)) {
            return;
        }
        context.setPropertyResolved(base, property);
        if (property != null) {
            PageContext page = page(context);
            String name = property.toString();
            int scope = page.getAttributesScope(name);
            page.setAttribute(name, value, scope == 0 ? PageContext.PAGE_SCOPE : scope);
        }
    }

    public boolean isReadOnly(ELContext context, Object base, Object property) {
        if (applies(context, base)) {
            context.setPropertyResolved(true);
        }
        return false;
    }

    public Class<String> getCommonPropertyType(ELContext context, Object base) {
        return base == null ? String.class : null;
    }

    private static PageContext page(ELContext context) {
        return (PageContext) context.getContext(JspContext.class);
    }

    private static boolean applies(ELContext context, Object base) {
        if (context == null) {
            throw new NullPointerException("the context is null");
        }
        return base == null;
    }
}
