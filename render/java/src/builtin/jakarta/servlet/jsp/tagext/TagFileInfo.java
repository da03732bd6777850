package jakarta.servlet.jsp.tagext;

public class TagFileInfo {
    private String name;
    private String path;
    private TagInfo tagInfo;

    public TagFileInfo(String name, String path, TagInfo tagInfo) {
        this.name = name;
        this.path = path;
        this.tagInfo = tagInfo;
    }

    public String getName() {
        return name;
    }

    public String getPath() {
        return path;
    }

    public TagInfo getTagInfo() {
        return tagInfo;
    }
}
