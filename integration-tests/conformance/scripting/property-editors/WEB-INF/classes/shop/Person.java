package shop;

public record Person(String name) { }
