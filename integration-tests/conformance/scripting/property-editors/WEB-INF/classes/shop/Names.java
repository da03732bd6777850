package shop;

import java.beans.*;

public class Names extends PropertyEditorSupport {
    public static void register() { PropertyEditorManager.registerEditor(Person.class, Names.class); }

    @Override
    public void setAsText(String text) { setValue(new Person(text.toUpperCase())); }
}
