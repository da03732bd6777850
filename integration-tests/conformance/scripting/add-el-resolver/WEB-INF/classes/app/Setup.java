package app;

import jakarta.el.*;
import jakarta.servlet.*;
import jakarta.servlet.jsp.*;

public class Setup implements ServletContextListener {
    static int contexts;

    @Override
    public void contextInitialized(ServletContextEvent event) {
        JspApplicationContext jsp =
            JspFactory.getDefaultFactory().getJspApplicationContext(event.getServletContext());
        jsp.addELResolver(new Words());
        jsp.addELContextListener(created -> {
            contexts++;
            created.getELContext().putContext(Setup.class, "number " + contexts);
        });
    }

    @Override
    public void contextDestroyed(ServletContextEvent event) {
    }
}
