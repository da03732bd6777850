package base;

import java.io.IOException;
import jakarta.servlet.*;
import jakarta.servlet.http.*;
import jakarta.servlet.jsp.HttpJspPage;

public abstract class Base extends HttpServlet implements HttpJspPage {
    protected String greeting = "hello";
    private int inits;

    @Override
    public void init(ServletConfig config) throws ServletException {
        super.init(config);
        inits++;
        jspInit();
    }

    protected String greet(String name) { return greeting + ", " + name + decorate(); }

    protected String decorate() { return "?"; }

    public int getInits() { return inits; }

    public void jspInit() { }

    public void jspDestroy() { }

    public abstract void _jspService(HttpServletRequest request, HttpServletResponse response)
        throws ServletException, IOException;
}
