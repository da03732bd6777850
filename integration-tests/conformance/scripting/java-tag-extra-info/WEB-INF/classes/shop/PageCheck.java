package shop;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import jakarta.servlet.jsp.tagext.PageData;
import jakarta.servlet.jsp.tagext.TagLibraryValidator;
import jakarta.servlet.jsp.tagext.ValidationMessage;

public class PageCheck extends TagLibraryValidator {
    private static String seen;

    static String seen() { return seen; }

    @Override
    public ValidationMessage[] validate(String prefix, String uri, PageData page) {
        int tags = 0;
        try (BufferedReader reader = new BufferedReader(new InputStreamReader(page.getInputStream(), "UTF-8"))) {
            StringBuilder text = new StringBuilder();
            for (int c = reader.read(); c != -1; c = reader.read()) {
                text.append((char) c);
            }
            for (int at = text.indexOf("<" + prefix + ":"); at >= 0; at = text.indexOf("<" + prefix + ":", at + 1)) {
                tags++;
            }
        } catch (IOException e) {
            return new ValidationMessage[] { new ValidationMessage(null, e.toString()) };
        }
        seen = prefix + " " + uri + " " + tags + " of " + getInitParameters().get("most");
        return null;
    }
}
