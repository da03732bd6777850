package java.util;

import vespid.Engine;

public abstract class ResourceBundle {
    protected ResourceBundle parent;

    public ResourceBundle() {
    }

    public static final ResourceBundle getBundle(String name) {
        return (ResourceBundle) Engine.bundle(name, null);
    }

    public static final ResourceBundle getBundle(String name, Locale locale) {
        return (ResourceBundle) Engine.bundle(name, locale);
    }

    protected abstract Object handleGetObject(String key);

    public abstract Enumeration<String> getKeys();

    public final Object getObject(String key) {
        Object found = handleGetObject(key);
        if (found == null && parent != null) {
            found = parent.getObject(key);
        }
        if (found == null) {
            throw new MissingResourceException("there is no '" + key + "' in the bundle " + getClass().getName());
        }
        return found;
    }

    public final String getString(String key) {
        return (String) getObject(key);
    }

    public final String[] getStringArray(String key) {
        return (String[]) getObject(key);
    }

    public boolean containsKey(String key) {
        return handleGetObject(key) != null || (parent != null && parent.containsKey(key));
    }

    public Set<String> keySet() {
        Set<String> keys = new LinkedHashSet<>();
        for (Enumeration<String> own = getKeys(); own.hasMoreElements();) {
            keys.add(own.nextElement());
        }
        return keys;
    }

    protected void setParent(ResourceBundle parent) {
        this.parent = parent;
    }

    public Locale getLocale() {
        return null;
    }

    public String getBaseBundleName() {
        return null;
    }
}
