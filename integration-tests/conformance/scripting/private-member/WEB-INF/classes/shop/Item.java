package shop;

public class Item {
    private int stock = 3;

    public int getStock() { return stock; }
}
