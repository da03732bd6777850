package java.beans;

public class SimpleBeanInfo implements BeanInfo {
    public SimpleBeanInfo() {
    }

    @Override
    public PropertyDescriptor[] getPropertyDescriptors() {
        return null;
    }

    @Override
    public int getDefaultPropertyIndex() {
        return -1;
    }

    @Override
    public BeanInfo[] getAdditionalBeanInfo() {
        return null;
    }
}
