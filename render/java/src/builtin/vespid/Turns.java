package vespid;

import java.util.HashMap;
import java.util.Map;

/** Who makes a servlet or filter while others wait for it: one at a time for each name. */
final class Turns {
    private final Map<String, Object> turns = new HashMap<>();

    /** Waits for the turn; it ends by `Engine.end`, or with the request that has it. */
    Object take(String name) {
        Object own = Engine.turns();
        Object known = turns.putIfAbsent(name, own);
        return Engine.turn(known == null ? own : known);
    }
}
