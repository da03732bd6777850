package java.beans;

public interface PropertyEditor {
    void setValue(Object value);

    Object getValue();

    String getAsText();

    void setAsText(String text);

    String[] getTags();
}
