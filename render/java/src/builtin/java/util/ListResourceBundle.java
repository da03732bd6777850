package java.util;

public abstract class ListResourceBundle extends ResourceBundle {
    private Map<String, Object> entries;

    public ListResourceBundle() {
    }

    protected abstract Object[][] getContents();

    public final Object handleGetObject(String key) {
        if (key == null) {
            throw new NullPointerException("the key is null");
        }
        return entries().get(key);
    }

    public Enumeration<String> getKeys() {
        return Collections.enumeration(entries().keySet());
    }

    private Map<String, Object> entries() {
        if (entries == null) {
            Map<String, Object> all = new LinkedHashMap<>();
            for (Object[] pair : getContents()) {
                all.put((String) pair[0], pair[1]);
            }
            entries = all;
        }
        return entries;
    }
}
