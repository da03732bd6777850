package java.beans;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

public class PropertyEditorManager {
    private static final Map<String, Class<?>> REGISTERED = new ConcurrentHashMap<>();

    public static void registerEditor(Class<?> type, Class<?> editor) {
        if (editor == null) {
            REGISTERED.remove(type.getName());
        } else {
            REGISTERED.put(type.getName(), editor);
        }
    }

    public static PropertyEditor findEditor(Class<?> type) {
        Class<?> editor = REGISTERED.get(type.getName());
        return editor == null ? null : (PropertyEditor) editor.newInstance();
    }
}
