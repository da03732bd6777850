//! Classes of applications from Java sources: listeners, servlets, filters.
#![cfg(feature = "java")]
#![allow(clippy::unwrap_used, reason = "a test that can't go on fails")]

mod common;

use std::sync::Arc;

use common::Running;
use vespid_render::resources::MemoryResources;
use vespid_services::Site;
use vespid_services::WebApp;
use vespid_services::http::ServerLimits;

const LISTENER: &str = r#"
    package a;
    import jakarta.servlet.*;
    import jakarta.servlet.http.*;
    public class Listener implements ServletContextListener, ServletContextAttributeListener, HttpSessionListener,
            HttpSessionAttributeListener, ServletRequestListener {
        private static final StringBuffer LOG = new StringBuffer();
        public static String log() { return LOG.toString(); }
        public void contextInitialized(ServletContextEvent e) {
            LOG.append("start:").append(e.getServletContext().getInitParameter("p"));
            e.getServletContext().setAttribute("log", LOG);
        }
        public void contextDestroyed(ServletContextEvent e) { LOG.append(" end"); }
        public void attributeAdded(ServletContextAttributeEvent e) { LOG.append(" +" + e.getName()); }
        public void attributeReplaced(ServletContextAttributeEvent e) { LOG.append(" =" + e.getName() + e.getValue()); }
        public void attributeRemoved(ServletContextAttributeEvent e) { LOG.append(" -" + e.getName() + e.getValue()); }
        public void sessionCreated(HttpSessionEvent e) { e.getSession().setAttribute("new", true); LOG.append(" session"); }
        public void sessionDestroyed(HttpSessionEvent e) { LOG.append(" gone:" + e.getSession().getAttribute("new")); }
        public void attributeAdded(HttpSessionBindingEvent e) { LOG.append(" s+" + e.getName()); }
        public void requestInitialized(ServletRequestEvent e) { LOG.append(" in:" + e.getServletRequest().getParameter("q")); }
        public void requestDestroyed(ServletRequestEvent e) { LOG.append(" out"); throw new IllegalStateException(); }
    }"#;

#[tokio::test]
async fn listeners_hear_of_the_application_its_sessions_and_requests() {
    let descriptor = "<web-app version='6.0'><context-param><param-name>p</param-name><param-value>v</param-value></context-param>
            <listener><listener-class>a.Listener</listener-class></listener></web-app>";
    let library = "<taglib xmlns='https://jakarta.ee/xml/ns/jakartaee' version='4.0'><tlib-version>1</tlib-version>
            <short-name>t</short-name><uri>urn:t</uri><listener><listener-class>a.Listener</listener-class></listener>
            <listener><listener-class>a.Missing</listener-class></listener></taglib>";
    let page = "<% application.setAttribute(\"x\", 1); application.setAttribute(\"x\", 2); application.removeAttribute(\"x\");
            session.invalidate(); %><%= a.Listener.log() %>";
    let files: MemoryResources = [
        ("/WEB-INF/web.xml", descriptor),
        ("/WEB-INF/t.tld", library),
        ("/WEB-INF/classes/a/Listener.java", LISTENER),
        ("/p.jsp", page),
    ]
    .into_iter()
    .collect();
    let app = WebApp::builder(Arc::new(files)).build().unwrap();
    let server = Running::site(Site::of(app.clone()), ServerLimits::default()).await;
    let answer = server.ask("GET /p.jsp?q=1").await;
    assert_eq!(answer.body, "start:v +log in:1 s+new session +x =x1 -x2 gone:true");
    let log = app.application().attributes().get("log").unwrap();
    assert!(log.to_string().ends_with(" gone:true out"), "{log}");
    let _ = server.stop().await;
    drop(app);
    assert!(log.to_string().ends_with(" out end"), "{log}");
}

/// Its `init` waits, so that a second request comes while the servlet is being made.
const SLOW: &str = r#"package shop;
    import jakarta.servlet.*;
    import jakarta.servlet.http.*;
    public class Slow extends HttpServlet implements Filter {
        private static final StringBuffer LOG = new StringBuffer();
        private String name;
        public void init() throws ServletException { made("servlet", getServletContext()); }
        public void init(FilterConfig config) throws ServletException { made("filter", config.getServletContext()); }
        private void made(String name, ServletContext context) throws ServletException {
            this.name = name;
            context.setAttribute("log", LOG);
            LOG.append(" +").append(name);
            try { Thread.sleep(20); } catch (InterruptedException e) { throw new ServletException(e); }
        }
        public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
                throws java.io.IOException, ServletException {
            chain.doFilter(request, response);
        }
        protected void doGet(HttpServletRequest request, HttpServletResponse response) throws java.io.IOException {
            response.getWriter().print("ready");
        }
        public void destroy() {
            LOG.append(" -").append(name);
            if (name.equals("filter")) throw new IllegalStateException("does not matter");
        }
    }"#;

#[tokio::test]
async fn servlets_and_filters_are_made_once_and_destroyed() {
    let descriptor = "<web-app><servlet><servlet-name>slow</servlet-name><servlet-class>shop.Slow</servlet-class>
        </servlet><filter><filter-name>slow</filter-name><filter-class>shop.Slow</filter-class></filter>
        <filter-mapping><filter-name>slow</filter-name><url-pattern>/*</url-pattern></filter-mapping>
        <servlet-mapping><servlet-name>slow</servlet-name><url-pattern>/slow</url-pattern></servlet-mapping></web-app>";
    let files: MemoryResources =
        [("/WEB-INF/web.xml", descriptor), ("/WEB-INF/classes/shop/Slow.java", SLOW)].into_iter().collect();
    let app = WebApp::builder(Arc::new(files)).build().unwrap();
    let server = Running::site(Site::of(app.clone()), ServerLimits::default()).await;
    let ask = || server.ask("GET /slow");
    let (first, second, third) = tokio::join!(ask(), ask(), ask());
    assert_eq!([first.body, second.body, third.body], ["ready"; 3]);
    let log = app.application().attributes().get("log").unwrap();
    assert_eq!(log.to_string(), " +filter +servlet");
    let _ = server.stop().await;
    drop(app);
    assert_eq!(log.to_string(), " +filter +servlet -filter -servlet");
}
