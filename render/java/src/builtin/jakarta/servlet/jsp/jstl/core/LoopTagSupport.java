package jakarta.servlet.jsp.jstl.core;

import jakarta.el.ValueExpression;
import jakarta.servlet.jsp.JspException;
import jakarta.servlet.jsp.JspTagException;
import jakarta.servlet.jsp.PageContext;
import jakarta.servlet.jsp.tagext.IterationTag;
import jakarta.servlet.jsp.tagext.TagSupport;
import jakarta.servlet.jsp.tagext.TryCatchFinally;

public abstract class LoopTagSupport extends TagSupport implements LoopTag, IterationTag, TryCatchFinally {
    protected int begin;
    protected int end = -1;
    protected int step = 1;
    protected String itemId;
    protected String statusId;
    protected boolean beginSpecified;
    protected boolean endSpecified;
    protected boolean stepSpecified;
    protected ValueExpression deferredExpression;
    private LoopTagStatus status;
    private Object item;
    private int index;
    private int count;
    private boolean last;

    public LoopTagSupport() {
    }

    protected abstract Object next() throws JspTagException;

    protected abstract boolean hasNext() throws JspTagException;

    protected abstract void prepare() throws JspTagException;

    public int doStartTag() throws JspException {
        if (end != -1 && begin > end) {
            return SKIP_BODY;
        }
        index = 0;
        count = 1;
        last = false;
        prepare();
        for (int skipped = 0; skipped < begin && hasNext(); skipped++) {
            next();
            index++;
        }
        if (!hasNext()) {
            return SKIP_BODY;
        }
        item = next();
        look();
        expose();
        return EVAL_BODY_INCLUDE;
    }

    public int doAfterBody() throws JspException {
        index += step - 1;
        for (int skipped = 1; skipped < step && hasNext(); skipped++) {
            next();
        }
        count++;
        if (!hasNext() || (endSpecified && begin + step * (count - 1) > end)) {
            return SKIP_BODY;
        }
        index++;
        item = next();
        look();
        expose();
        return EVAL_BODY_AGAIN;
    }

    public void doFinally() {
        if (itemId != null) {
            pageContext.removeAttribute(itemId, PageContext.PAGE_SCOPE);
        }
        if (statusId != null) {
            pageContext.removeAttribute(statusId, PageContext.PAGE_SCOPE);
        }
    }

    public void doCatch(Throwable thrown) throws Throwable {
        throw thrown;
    }

    public void release() {
        super.release();
        begin = 0;
        end = -1;
        step = 1;
        itemId = null;
        statusId = null;
        item = null;
        status = null;
    }

    public Object getCurrent() {
        return item;
    }

    public LoopTagStatus getLoopStatus() {
        if (status == null) {
            status = new Status();
        }
        return status;
    }

    public void setVar(String id) {
        itemId = id;
    }

    public void setVarStatus(String id) {
        statusId = id;
    }

    protected String getDelims() {
        return ",";
    }

    protected void validateBegin() throws JspTagException {
        if (begin < 0) {
            throw new JspTagException("'begin' < 0");
        }
    }

    protected void validateEnd() throws JspTagException {
        if (end < 0) {
            throw new JspTagException("'end' < 0");
        }
    }

    protected void validateStep() throws JspTagException {
        if (step < 1) {
            throw new JspTagException("'step' <= 0");
        }
    }

    private void look() throws JspTagException {
        last = !hasNext() || (endSpecified && begin + step * count > end);
    }

    private void expose() throws JspTagException {
        if (itemId != null) {
            pageContext.setAttribute(itemId, item);
        }
        if (statusId != null) {
            pageContext.setAttribute(statusId, getLoopStatus());
        }
    }

    class Status implements LoopTagStatus {
        public Object getCurrent() {
            return item;
        }

        public int getIndex() {
            return index;
        }

        public int getCount() {
            return count;
        }

        public boolean isFirst() {
            return count == 1;
        }

        public boolean isLast() {
            return last;
        }

        public Integer getBegin() {
            return beginSpecified ? begin : null;
        }

        public Integer getEnd() {
            return endSpecified ? end : null;
        }

        public Integer getStep() {
            return stepSpecified ? step : null;
        }
    }
}
