package shop;

public class Item {
    private String label;
    private Money price;
    private Person owner;
    private int count;

    public String getLabel() { return label; }
    public void setLabel(String label) { this.label = label; }
    public Money getPrice() { return price; }
    public void setPrice(Money price) { this.price = price; }
    public Person getOwner() { return owner; }
    public void setOwner(Person owner) { this.owner = owner; }
    public int getCount() { return count; }
    public void setCount(int count) { this.count = count; }
}
