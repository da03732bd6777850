package java.beans;

public interface BeanInfo {
    PropertyDescriptor[] getPropertyDescriptors();

    int getDefaultPropertyIndex();

    BeanInfo[] getAdditionalBeanInfo();
}
