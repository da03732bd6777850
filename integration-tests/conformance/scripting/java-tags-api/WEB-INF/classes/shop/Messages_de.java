package shop;

public class Messages_de extends Messages {
    protected Object[][] getContents() { return new Object[][] { { "hello", "Hallo, {0}!" } }; }
}
