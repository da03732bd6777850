package shop;

public record Money(int cents) {
    @Override
    public String toString() { return cents / 100 + "." + cents % 100; }
}
