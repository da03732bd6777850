package jakarta.servlet.jsp.tagext;

public abstract class TagExtraInfo {
    private TagInfo tagInfo;

    public TagExtraInfo() {
    }

    public VariableInfo[] getVariableInfo(TagData data) {
        return new VariableInfo[0];
    }

    public boolean isValid(TagData data) {
        return true;
    }

    public ValidationMessage[] validate(TagData data) {
        if (isValid(data)) {
            return null;
        }
        return new ValidationMessage[] { new ValidationMessage(data.getId(), "isValid() == false") };
    }

    public final void setTagInfo(TagInfo info) {
        tagInfo = info;
    }

    public final TagInfo getTagInfo() {
        return tagInfo;
    }
}
