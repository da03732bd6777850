package shop;

import java.beans.PropertyEditorSupport;

public class MoneyEditor extends PropertyEditorSupport {
    @Override
    public void setAsText(String text) {
        if (!text.contains(".")) throw new IllegalArgumentException("no price: " + text);
        setValue(new Money(Integer.parseInt(text.replace(".", ""))));
    }
}
