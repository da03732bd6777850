package jakarta.servlet.jsp.tagext;

public interface TryCatchFinally {
    void doCatch(Throwable thrown) throws Throwable;

    void doFinally();
}
