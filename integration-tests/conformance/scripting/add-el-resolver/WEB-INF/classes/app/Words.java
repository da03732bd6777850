package app;

import jakarta.el.ELContext;
import jakarta.el.ELResolver;
import jakarta.el.PropertyNotWritableException;
import jakarta.servlet.jsp.JspContext;

/** Knows the names that begin with "word", and the property "shout" of texts. */
public class Words extends ELResolver {
    private String last = "none";

    @Override
    public Object getValue(ELContext context, Object base, Object property) {
        String name = String.valueOf(property);
        if (base == null && name.startsWith("word")) {
            context.setPropertyResolved(base, property);
            JspContext page = (JspContext) context.getContext(JspContext.class);
            return name.substring(4) + "/" + last + "/" + page.getAttribute("here");
        }
        if (base instanceof String && name.equals("shout")) {
            context.setPropertyResolved(true);
            return base.toString().toUpperCase() + "!";
        }
        return null;
    }

    @Override
    public void setValue(ELContext context, Object base, Object property, Object value) {
        if (base == null && "wordLast".equals(property)) {
            context.setPropertyResolved(true);
            last = String.valueOf(value);
        } else if (base instanceof String) {
            throw new PropertyNotWritableException("texts are final");
        }
    }

    @Override
    public boolean isReadOnly(ELContext context, Object base, Object property) {
        return base instanceof String;
    }

    @Override
    public Class<?> getType(ELContext context, Object base, Object property) {
        return null;
    }

    @Override
    public Class<?> getCommonPropertyType(ELContext context, Object base) {
        return String.class;
    }

    @Override
    public Object invoke(ELContext context, Object base, Object method, Class<?>[] types, Object[] arguments) {
        if (base instanceof String && "twice".equals(method)) {
            context.setPropertyResolved(true);
            return "" + base + base + arguments.length;
        }
        return null;
    }
}
