package java.beans;

public class PropertyDescriptor extends FeatureDescriptor {
    private Class<?> beanClass;
    private Class<?> editorClass;
    private boolean bound;
    private boolean constrained;

    public PropertyDescriptor(String name, Class<?> beanClass) throws IntrospectionException {
        if (beanClass == null) {
            throw new IntrospectionException("the class of the bean is null");
        }
        if (name == null || name.isEmpty()) {
            throw new IntrospectionException("the name of the property is missing");
        }
        setName(name);
        this.beanClass = beanClass;
    }

    public PropertyDescriptor(String name, Class<?> beanClass, String getter, String setter)
        throws IntrospectionException {
        this(name, beanClass);
    }

    public Class<?> getPropertyEditorClass() {
        return editorClass;
    }

    public void setPropertyEditorClass(Class<?> editorClass) {
        this.editorClass = editorClass;
    }

    public PropertyEditor createPropertyEditor(Object bean) {
        return editorClass == null ? null : (PropertyEditor) editorClass.newInstance();
    }

    public boolean isBound() {
        return bound;
    }

    public void setBound(boolean bound) {
        this.bound = bound;
    }

    public boolean isConstrained() {
        return constrained;
    }

    public void setConstrained(boolean constrained) {
        this.constrained = constrained;
    }
}
