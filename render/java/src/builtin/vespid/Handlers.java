package vespid;

import jakarta.servlet.jsp.JspContext;
import jakarta.servlet.jsp.PageContext;
import jakarta.servlet.jsp.SkipPageException;
import jakarta.servlet.jsp.tagext.BodyContent;
import jakarta.servlet.jsp.tagext.BodyTag;
import jakarta.servlet.jsp.tagext.IterationTag;
import jakarta.servlet.jsp.tagext.JspTag;
import jakarta.servlet.jsp.tagext.SimpleTag;
import jakarta.servlet.jsp.tagext.Tag;
import jakarta.servlet.jsp.tagext.TagAdapter;
import jakarta.servlet.jsp.tagext.TryCatchFinally;

/** The lives of tag handlers (Pages 4.1, chapter 13): true means that the rest of the page is left out. */
public final class Handlers {
    public static Tag adapt(JspTag parent) {
        if (parent == null || parent instanceof Tag) {
            return (Tag) parent;
        }
        return new TagAdapter((SimpleTag) parent);
    }

    public static boolean simple(SimpleTag tag) throws Throwable {
        try {
            tag.doTag();
            return false;
        } catch (SkipPageException skipped) {
            return true;
        }
    }

    public static boolean classic(Tag tag, PageContext context, boolean hasBody) throws Throwable {
        try {
            return life(tag, context, hasBody);
        } finally {
            tag.release();
        }
    }

    private static boolean life(Tag tag, PageContext context, boolean hasBody) throws Throwable {
        boolean skip = false;
        if (tag instanceof TryCatchFinally) {
            TryCatchFinally guarded = (TryCatchFinally) tag;
            try {
                skip = steps(tag, context, hasBody);
            } catch (Throwable thrown) {
                if (Engine.isSkip(thrown)) {
                    skip = true;
                } else {
                    guarded.doCatch(thrown);
                }
            } finally {
                guarded.doFinally();
            }
        } else {
            try {
                skip = steps(tag, context, hasBody);
            } catch (SkipPageException skipped) {
                skip = true;
            }
        }
        return skip;
    }

    private static boolean steps(Tag tag, PageContext context, boolean hasBody) throws Throwable {
        int start = tag.doStartTag();
        if (hasBody && start != Tag.SKIP_BODY) {
            if (start == BodyTag.EVAL_BODY_BUFFERED && tag instanceof BodyTag) {
                BodyTag buffering = (BodyTag) tag;
                BodyContent content = context.pushBody();
                try {
                    buffering.setBodyContent(content);
                    buffering.doInitBody();
                    rounds(tag);
                } finally {
                    context.popBody();
                }
            } else {
                rounds(tag);
            }
        }
        return tag.doEndTag() == Tag.SKIP_PAGE;
    }

    private static void rounds(Tag tag) throws Throwable {
        if (!(tag instanceof IterationTag)) {
            Engine.body();
            return;
        }
        IterationTag repeating = (IterationTag) tag;
        do {
            Engine.body();
        } while (repeating.doAfterBody() == IterationTag.EVAL_BODY_AGAIN);
    }
}
