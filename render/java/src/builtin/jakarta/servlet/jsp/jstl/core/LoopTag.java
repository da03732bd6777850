package jakarta.servlet.jsp.jstl.core;

import jakarta.servlet.jsp.tagext.Tag;

public interface LoopTag extends Tag {
    Object getCurrent();

    LoopTagStatus getLoopStatus();
}
