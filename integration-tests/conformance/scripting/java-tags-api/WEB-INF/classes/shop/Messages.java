package shop;

import java.util.ListResourceBundle;

public class Messages extends ListResourceBundle {
    private static final Object[][] CONTENTS = { { "hello", "Hello, {0}!" }, { "bye", "Bye" } };

    protected Object[][] getContents() { return CONTENTS; }
}
