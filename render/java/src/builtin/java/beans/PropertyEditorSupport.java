package java.beans;

public class PropertyEditorSupport implements PropertyEditor {
    private Object value;
    private Object source;

    public PropertyEditorSupport() {
        source = this;
    }

    public PropertyEditorSupport(Object source) {
        if (source == null) {
            throw new NullPointerException("the source is null");
        }
        this.source = source;
    }

    public Object getSource() {
        return source;
    }

    public void setSource(Object source) {
        this.source = source;
    }

    @Override
    public void setValue(Object value) {
        this.value = value;
        firePropertyChange();
    }

    @Override
    public Object getValue() {
        return value;
    }

    @Override
    public String getAsText() {
        return value == null ? null : value.toString();
    }

    @Override
    public void setAsText(String text) {
        if (!(value instanceof String)) {
            throw new IllegalArgumentException(text);
        }
        setValue(text);
    }

    @Override
    public String[] getTags() {
        return null;
    }

    public String getJavaInitializationString() {
        return "???";
    }

    public boolean isPaintable() {
        return false;
    }

    public boolean supportsCustomEditor() {
        return false;
    }

    public void firePropertyChange() {
    }
}
