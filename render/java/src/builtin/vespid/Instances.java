package vespid;

import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletException;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;

/** Servlets or filters by name, each made once, when it is first asked for, while others wait for it. */
abstract class Instances<T> {
    private final Map<String, T> made = new LinkedHashMap<>();
    private final Map<String, Object> turns = new HashMap<>();

    /** Makes an object ready that was just made. */
    abstract T start(Object made, Config config) throws ServletException;

    /** Takes one out of service. */
    abstract void end(T instance);

    final T get(String name, Supplier<Object> maker, ServletContext context, String[] params) throws ServletException {
        T known = made.get(name);
        if (known != null) {
            return known;
        }
        Object turn = take(name);
        try {
            known = made.get(name);
            if (known == null) {
                known = start(maker.get(), new Config(name, context, params));
                made.put(name, known);
            }
            return known;
        } finally {
            Engine.end(turn);
        }
    }

    /** Takes the first that was made out of service. */
    final void endNext() {
        Iterator<String> names = made.keySet().iterator();
        if (names.hasNext()) {
            end(made.remove(names.next()));
        }
    }

    /** Waits for the turn to make one; it ends by `Engine.end`, or with the request that has it. */
    private Object take(String name) {
        Object own = Engine.turns();
        Object known = turns.putIfAbsent(name, own);
        return Engine.turn(known == null ? own : known);
    }
}
