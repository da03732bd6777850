package vespid;

import jakarta.servlet.jsp.tagext.FunctionInfo;
import jakarta.servlet.jsp.tagext.PageData;
import jakarta.servlet.jsp.tagext.TagAttributeInfo;
import jakarta.servlet.jsp.tagext.TagData;
import jakarta.servlet.jsp.tagext.TagExtraInfo;
import jakarta.servlet.jsp.tagext.TagFileInfo;
import jakarta.servlet.jsp.tagext.TagInfo;
import jakarta.servlet.jsp.tagext.TagLibraryInfo;
import jakarta.servlet.jsp.tagext.TagLibraryValidator;
import jakarta.servlet.jsp.tagext.TagVariableInfo;
import jakarta.servlet.jsp.tagext.ValidationMessage;
import jakarta.servlet.jsp.tagext.VariableInfo;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Hashtable;
import java.util.List;
import java.util.Map;

/** What classes of the application see of tags and pages at translation; descriptions come as maps and lists. */
public final class Translation {
    /** The messages, as pairs of id and text, and the variables of a use of a tag. */
    public static List<Object> lookAtTag(List<Map<String, Object>> libraries, String prefix, String tagName,
            List<List<Object>> attributes) {
        Library own = null;
        List<Library> all = new ArrayList<>();
        for (Map<String, Object> about : libraries) {
            Library library = new Library(about);
            all.add(library);
            if (prefix.equals(library.getPrefixString())) {
                own = library;
            }
        }
        for (Library library : all) {
            library.all = all.toArray(new TagLibraryInfo[0]);
        }
        List<Object> messages = new ArrayList<>();
        List<Object> variables = new ArrayList<>();
        TagInfo tag = own == null ? null : own.getTag(tagName);
        if (tag != null) {
            Hashtable<String, Object> data = new Hashtable<>();
            for (List<Object> attribute : attributes) {
                Object value = attribute.get(1);
                data.put((String) attribute.get(0), value == null ? TagData.REQUEST_TIME_VALUE : value);
            }
            TagData given = new TagData(data);
            addAll(messages, tag.validate(given));
            if (messages.isEmpty()) {
                for (VariableInfo variable : tag.getVariableInfo(given)) {
                    List<Object> about = new ArrayList<>();
                    about.add(variable.getVarName());
                    about.add(variable.getClassName());
                    about.add(variable.getDeclare());
                    about.add(variable.getScope());
                    variables.add(about);
                }
            }
        }
        List<Object> found = new ArrayList<>();
        found.add(messages);
        found.add(variables);
        return found;
    }

    /** The messages of a validator, as pairs of id and text. */
    public static List<Object> lookAtPage(TagLibraryValidator validator, Map<String, Object> parameters,
            String prefix, String uri, final InputStream page) {
        validator.setInitParameters(parameters);
        List<Object> messages = new ArrayList<>();
        addAll(messages, validator.validate(prefix, uri, new Page(page)));
        validator.release();
        return messages;
    }

    private static void addAll(List<Object> messages, ValidationMessage[] found) {
        if (found == null) {
            return;
        }
        for (ValidationMessage message : found) {
            List<Object> pair = new ArrayList<>();
            pair.add(message.getId());
            pair.add(message.getMessage());
            messages.add(pair);
        }
    }

    static TagInfo tag(Map<String, Object> about, TagLibraryInfo library) {
        List<Map<String, Object>> given = (List<Map<String, Object>>) about.get("attributes");
        TagAttributeInfo[] attributes = new TagAttributeInfo[given.size()];
        for (int i = 0; i < attributes.length; i++) {
            Map<String, Object> one = given.get(i);
            attributes[i] = new TagAttributeInfo((String) one.get("name"), (Boolean) one.get("required"),
                    (String) one.get("type"), (Boolean) one.get("requestTime"), (Boolean) one.get("fragment"), null,
                    one.get("expectedType") != null, one.get("signature") != null,
                    (String) one.get("expectedType"), (String) one.get("signature"));
        }
        List<Map<String, Object>> named = (List<Map<String, Object>>) about.get("variables");
        TagVariableInfo[] variables = new TagVariableInfo[named.size()];
        for (int i = 0; i < variables.length; i++) {
            Map<String, Object> one = named.get(i);
            variables[i] = new TagVariableInfo((String) one.get("given"), (String) one.get("fromAttribute"),
                    (String) one.get("className"), (Boolean) one.get("declare"), (Integer) one.get("scope"));
        }
        return new TagInfo((String) about.get("name"), (String) about.get("className"),
                (String) about.get("bodyContent"), (String) about.get("description"), library,
                (TagExtraInfo) about.get("extra"), attributes, (String) about.get("displayName"),
                (String) about.get("smallIcon"), (String) about.get("largeIcon"), variables,
                (Boolean) about.get("dynamic"));
    }

    static final class Library extends TagLibraryInfo {
        TagLibraryInfo[] all;

        Library(Map<String, Object> about) {
            super((String) about.get("prefix"), (String) about.get("uri"));
            shortname = (String) about.get("shortName");
            urn = (String) about.get("uri");
            info = (String) about.get("description");
            tlibversion = (String) about.get("version");
            jspversion = (String) about.get("requiredVersion");
            List<Map<String, Object>> described = (List<Map<String, Object>>) about.get("tags");
            List<TagInfo> classes = new ArrayList<>();
            List<TagFileInfo> files = new ArrayList<>();
            for (Map<String, Object> one : described) {
                TagInfo tag = tag(one, this);
                if (one.get("path") == null) {
                    classes.add(tag);
                } else {
                    files.add(new TagFileInfo((String) one.get("name"), (String) one.get("path"), tag));
                }
            }
            tags = classes.toArray(new TagInfo[0]);
            tagFiles = files.toArray(new TagFileInfo[0]);
            List<Map<String, Object>> named = (List<Map<String, Object>>) about.get("functions");
            functions = new FunctionInfo[named.size()];
            for (int i = 0; i < functions.length; i++) {
                Map<String, Object> one = named.get(i);
                functions[i] = new FunctionInfo((String) one.get("name"), (String) one.get("className"),
                        (String) one.get("signature"));
            }
        }

        public TagLibraryInfo[] getTagLibraryInfos() {
            return all;
        }
    }

    static final class Page extends PageData {
        private InputStream content;

        Page(InputStream content) {
            this.content = content;
        }

        public InputStream getInputStream() {
            return content;
        }
    }
}
