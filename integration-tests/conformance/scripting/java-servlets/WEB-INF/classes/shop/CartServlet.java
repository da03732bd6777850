package shop;

import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.PrintWriter;

public class CartServlet extends HttpServlet {
    private int first;

    @Override
    public void init() throws ServletException {
        first = Integer.parseInt(getInitParameter("first"));
    }

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws ServletException, IOException {
        String to = request.getParameter("to");
        if ("page".equals(to)) {
            request.setAttribute("n", first);
            request.getRequestDispatcher("/WEB-INF/view.jsp").forward(request, response);
            return;
        }
        if ("error".equals(to)) {
            throw new ServletException("no cart");
        }
        response.setContentType("text/plain;charset=UTF-8");
        PrintWriter out = response.getWriter();
        out.println("cart " + first + " for " + getInitParameter("greeting") + ", " + getServletName());
        request.setAttribute("n", "included");
        request.getRequestDispatcher("/WEB-INF/view.jsp").include(request, response);
        out.println(request.getServletPath() + " " + request.getPathInfo());
    }

    @Override
    protected void doPut(HttpServletRequest request, HttpServletResponse response) throws IOException {
        response.setStatus(HttpServletResponse.SC_CREATED);
        response.getWriter().print("put");
    }
}
