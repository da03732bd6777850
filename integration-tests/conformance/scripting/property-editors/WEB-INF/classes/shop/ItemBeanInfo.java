package shop;

import java.beans.*;

public class ItemBeanInfo extends SimpleBeanInfo {
    @Override
    public PropertyDescriptor[] getPropertyDescriptors() {
        try {
            PropertyDescriptor label = new PropertyDescriptor("label", Item.class);
            label.setPropertyEditorClass(Quotes.class);
            return new PropertyDescriptor[] { new PropertyDescriptor("count", Item.class), label };
        } catch (IntrospectionException e) {
            return super.getPropertyDescriptors();
        }
    }

    public static class Quotes extends PropertyEditorSupport {
        @Override
        public void setAsText(String text) { setValue("'" + text + "'"); }
    }
}
