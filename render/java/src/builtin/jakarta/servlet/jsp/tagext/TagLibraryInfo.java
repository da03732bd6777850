package jakarta.servlet.jsp.tagext;

public abstract class TagLibraryInfo {
    protected String prefix;
    protected String uri;
    protected TagInfo[] tags;
    protected TagFileInfo[] tagFiles;
    protected FunctionInfo[] functions;
    protected String tlibversion;
    protected String jspversion;
    protected String shortname;
    protected String urn;
    protected String info;

    protected TagLibraryInfo(String prefix, String uri) {
        this.prefix = prefix;
        this.uri = uri;
    }

    public String getURI() {
        return uri;
    }

    public String getPrefixString() {
        return prefix;
    }

    public String getShortName() {
        return shortname;
    }

    public String getReliableURN() {
        return urn;
    }

    public String getInfoString() {
        return info;
    }

    public String getRequiredVersion() {
        return jspversion;
    }

    public TagInfo[] getTags() {
        return tags;
    }

    public TagFileInfo[] getTagFiles() {
        return tagFiles;
    }

    public TagInfo getTag(String name) {
        if (tags != null) {
            for (TagInfo tag : tags) {
                if (tag.getTagName().equals(name)) {
                    return tag;
                }
            }
        }
        return null;
    }

    public TagFileInfo getTagFile(String name) {
        if (tagFiles != null) {
            for (TagFileInfo file : tagFiles) {
                if (file.getName().equals(name)) {
                    return file;
                }
            }
        }
        return null;
    }

    public FunctionInfo[] getFunctions() {
        return functions;
    }

    public FunctionInfo getFunction(String name) {
        if (functions != null) {
            for (FunctionInfo function : functions) {
                if (function.getName().equals(name)) {
                    return function;
                }
            }
        }
        return null;
    }

    public abstract TagLibraryInfo[] getTagLibraryInfos();
}
