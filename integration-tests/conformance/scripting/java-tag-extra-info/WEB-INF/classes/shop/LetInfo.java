package shop;

import jakarta.servlet.jsp.tagext.TagAttributeInfo;
import jakarta.servlet.jsp.tagext.TagData;
import jakarta.servlet.jsp.tagext.TagExtraInfo;
import jakarta.servlet.jsp.tagext.TagInfo;
import jakarta.servlet.jsp.tagext.TagLibraryInfo;
import jakarta.servlet.jsp.tagext.ValidationMessage;
import jakarta.servlet.jsp.tagext.VariableInfo;

public class LetInfo extends TagExtraInfo {
    private static StringBuilder seen = new StringBuilder();

    static String seen() { return seen.toString(); }

    @Override
    public ValidationMessage[] validate(TagData data) {
        TagInfo tag = getTagInfo();
        TagLibraryInfo library = tag.getTagLibrary();
        seen.append(library.getPrefixString()).append(':').append(tag.getTagName()).append(" of ").append(library.getURI())
            .append(", ").append(tag.getInfoString()).append(", ").append(library.getInfoString()).append(", value ")
            .append(data.getAttribute("value") == TagData.REQUEST_TIME_VALUE ? "later" : data.getAttributeString("value"));
        for (TagAttributeInfo attribute : tag.getAttributes()) {
            seen.append(", ").append(attribute.getName()).append(attribute.isRequired() ? "*" : "");
        }
        return null;
    }

    @Override
    public VariableInfo[] getVariableInfo(TagData data) {
        return new VariableInfo[] {
            new VariableInfo(data.getAttributeString("name"), "java.lang.String", true, VariableInfo.AT_BEGIN),
            new VariableInfo("seen", "java.lang.String", true, VariableInfo.AT_END)
        };
    }
}
