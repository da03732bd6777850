/** Whole numbers and an array, ten million times. */
public class Loop {
    static int run() {
        int[] cells = new int[1024];
        int sum = 0;
        for (int i = 0; i < 10_000_000; i++) {
            int at = i & 1023;
            cells[at] = (cells[(at + 7) & 1023] + i) % 1000;
            sum = (sum + cells[at]) & 0x3fffffff;
        }
        return sum;
    }

    /** Runs it as often as is asked, and prints what came and the nanoseconds it took, a line each. */
    public static void main(String[] arguments) {
        for (int round = Integer.parseInt(arguments[0]); round > 0; round--) {
            long start = System.nanoTime();
            int sum = run();
            System.out.println(sum + " " + (System.nanoTime() - start));
        }
    }
}
