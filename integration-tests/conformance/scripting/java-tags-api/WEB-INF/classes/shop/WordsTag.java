package shop;

import jakarta.servlet.jsp.JspTagException;
import jakarta.servlet.jsp.jstl.core.LoopTagSupport;
import java.util.StringTokenizer;

public class WordsTag extends LoopTagSupport {
    private String text;
    private StringTokenizer words;

    public void setText(String text) { this.text = text; }

    protected void prepare() throws JspTagException { words = new StringTokenizer(text); }

    protected boolean hasNext() throws JspTagException { return words.hasMoreTokens(); }

    protected Object next() throws JspTagException { return words.nextToken(); }
}
