<%@ page contentType="text/plain;charset=UTF-8" session="false" import="java.util.*,java.util.function.*,java.util.stream.*" %><%!
record Item(String name, String kind, int price) {}
%><%
List<Item> items = List.of(new Item("ant", "a", 5), new Item("bee", "b", 2), new Item("asp", "a", 9), new Item("bat", "b", 2), new Item("cat", "c", 7));
out.println(items.stream().filter(i -> i.price() > 2).map(Item::name).collect(Collectors.toList()));
out.println(items.stream().map(i -> i.name().toUpperCase()).sorted(Comparator.reverseOrder()).collect(Collectors.joining(", ", "[", "]")));
out.println(items.stream().collect(Collectors.groupingBy(Item::kind)).get("b").size());
out.println((Object) items.stream().collect(Collectors.groupingBy(Item::kind, TreeMap::new, Collectors.counting())));
out.println((Object) items.stream().collect(Collectors.groupingBy(Item::kind, TreeMap::new, Collectors.mapping(Item::name, Collectors.joining("+")))));
out.println(items.stream().collect(Collectors.partitioningBy(i -> i.price() > 4, Collectors.summingInt(Item::price))));
out.println(new TreeMap<>(items.stream().collect(Collectors.toMap(Item::name, Item::price))));
out.println((Object) items.stream().collect(Collectors.toMap(Item::kind, Item::price, Integer::sum, LinkedHashMap::new)));
try { items.stream().collect(Collectors.toMap(Item::kind, Item::price)); } catch (IllegalStateException e) { out.println(e.getMessage()); }
out.println(items.stream().mapToInt(Item::price).sum() + " " + items.stream().mapToInt(Item::price).average().getAsDouble() + " " + items.stream().mapToInt(Item::price).max() + " " + IntStream.empty().max() + " " + DoubleStream.of(1.5, 2.5).average());
out.println(items.stream().mapToInt(Item::price).summaryStatistics());
out.println(items.stream().collect(Collectors.averagingInt(Item::price)) + " " + items.stream().collect(Collectors.summarizingDouble(Item::price)));
out.println(items.stream().sorted(Comparator.comparing(Item::price).thenComparing(Item::name)).map(Item::name).toList());
out.println(items.stream().min(Comparator.comparingInt(Item::price)).get().name() + " " + items.stream().max(Comparator.comparingInt(Item::price)).map(Item::name).orElse("none"));
out.println(IntStream.range(0, 5).mapToObj(i -> "n" + i).collect(Collectors.toList()) + " " + IntStream.rangeClosed(1, 5).reduce(1, (a, b) -> a * b) + " " + IntStream.of(3, 1, 2).sorted().boxed().collect(Collectors.toList()));
out.println(Stream.iterate(1, x -> x * 2).limit(8).map(String::valueOf).collect(Collectors.joining(" ")) + " " + Stream.iterate(1, x -> x < 50, x -> x * 3).toList());
out.println(Arrays.toString(Stream.of("b", "a", "c").sorted().toArray(String[]::new)) + Arrays.toString(IntStream.range(0, 3).map(i -> i * i).toArray()) + Arrays.toString(Arrays.stream(new int[] {4, 5, 6}, 1, 3).toArray()));
out.println(Stream.of(List.of(1, 2), List.of(3)).flatMap(List::stream).map(i -> i + 1).reduce(0, Integer::sum) + " " + Stream.of("x", "y").reduce((a, b) -> a + b) + " " + Stream.<String>empty().reduce((a, b) -> a + b));
out.println(Stream.of(1, 2, 3, 4, 5, 1, 2).distinct().skip(1).takeWhile(i -> i < 5).toList() + " " + Stream.of(1, 2, 3, 1).dropWhile(i -> i < 3).toList());
out.println(Stream.of("a", "bb", "ccc").anyMatch(s -> s.length() == 2) + " " + Stream.of("a", "bb").allMatch(s -> s.isEmpty()) + " " + Stream.of("a").noneMatch(String::isEmpty) + " " + Stream.of(1, 2).count() + " " + Stream.of(9, 8).findFirst().get());
StringBuilder trace = new StringBuilder(); Stream.of(1, 2, 3).peek(i -> trace.append("p" + i)).filter(i -> i % 2 == 1).forEach(i -> trace.append("f" + i)); out.println(trace);
out.println("hello".chars().filter(c -> c == 'l').count() + " " + "abc".chars().mapToObj(c -> (char) c).map(String::valueOf).collect(Collectors.joining("|")) + " " + "a\nb\r\nc".lines().map(String::length).toList());
out.println(Stream.of("one", "two", "three").collect(Collectors.collectingAndThen(Collectors.toList(), List::size)) + " " + Stream.of(1, 2, 3, 4).collect(Collectors.teeing(Collectors.counting(), Collectors.summingInt(i -> i), (n, s) -> s + "/" + n)));
out.println(Stream.of("pear", "fig", "apple").collect(Collectors.toCollection(TreeSet::new)) + " " + Stream.of("b", "a", "b").collect(Collectors.toSet()) + " " + Stream.of(5, 3).collect(Collectors.reducing(0, x -> x * 2, Integer::sum)) + " " + Stream.of("q", "rr").collect(Collectors.maxBy(Comparator.comparing(String::length))).get());
Stream<Integer> once = Stream.of(1); once.count(); try { once.count(); } catch (IllegalStateException e) { out.println(e.getMessage()); }
Map<String, Integer> m = new TreeMap<>(Map.of("x", 3, "y", 1, "z", 2)); out.println(m.entrySet().stream().sorted(Map.Entry.comparingByValue()).map(e -> e.getKey() + e.getValue()).toList() + " " + m.entrySet().stream().sorted(Map.Entry.<String, Integer>comparingByValue().reversed()).map(Map.Entry::getKey).toList());
out.println(m.values().stream().mapToInt(Integer::intValue).sum() + " " + m.keySet().stream().collect(Collectors.joining()) + " " + DoubleStream.of(0.1, 0.2, 0.3).sum() + " " + LongStream.rangeClosed(1, 20).reduce(1L, (a, b) -> a * b) + " " + IntStream.range(0, 4).asDoubleStream().boxed().toList());
Optional<String> some = Optional.of("v"), none = Optional.empty(); some.ifPresentOrElse(v -> out.print("has " + v), () -> out.print("no")); none.ifPresentOrElse(v -> out.print("has"), () -> out.println(" no")); out.println(some.map(String::length) + " " + none.or(() -> Optional.of("o")) + " " + some.filter(v -> v.isEmpty()) + " " + some.flatMap(v -> Optional.of(v + "!")).get() + " " + OptionalInt.of(4) + " " + OptionalDouble.empty().orElse(1));
Function<Integer, Integer> inc = x -> x + 1, dbl = x -> x * 2; out.println(inc.andThen(dbl).apply(3) + " " + inc.compose(dbl).apply(3) + " " + Function.<String>identity().apply("id") + " " + Stream.of("", "a").filter(Predicate.not(String::isEmpty)).toList() + " " + Stream.of("b", null, "a").sorted(Comparator.nullsFirst(Comparator.naturalOrder())).toList());
IntPredicate even = i -> i % 2 == 0; IntBinaryOperator add = (a, b) -> a + b; IntFunction<String> show = i -> "<" + i + ">"; Supplier<List<String>> make = ArrayList::new; List<String> made = make.get(); made.add("s"); out.println(even.test(4) + " " + add.applyAsInt(2, 3) + " " + show.apply(7) + " " + made + " " + even.negate().test(4));
Iterator<Integer> it = Stream.of(1, 2).iterator(); while (it.hasNext()) out.print(it.next()); out.println(); out.println((Object) Stream.concat(Stream.of(1), Stream.of(2)).collect(ArrayList::new, ArrayList::add, ArrayList::addAll));
out.println(Stream.of("a,b", "c").flatMap(s -> Arrays.stream(s.split(","))).collect(Collectors.toList()) + " " + Stream.generate(() -> "z").limit(3).collect(Collectors.joining()) + " " + IntStream.iterate(1, i -> i + 2).limit(3).sum() + " " + Stream.of(1, 2, 3).mapToDouble(i -> i / 2.0).max().getAsDouble());
%>