import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.text.ChoiceFormat;
import java.text.DateFormat;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.text.MessageFormat;
import java.text.NumberFormat;
import java.text.ParsePosition;
import java.text.SimpleDateFormat;
import java.util.Currency;
import java.util.Date;
import java.util.List;
import java.util.Locale;
import java.util.TimeZone;

/** Makes calls of java.text, one a line of standard input, and prints what comes, one a line. See calls.rs. */
public class Oracle {
    public static void main(String[] arguments) throws Exception {
        TimeZone.setDefault(TimeZone.getTimeZone("UTC"));
        var in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        var out = new PrintStream(System.out, false, StandardCharsets.UTF_8);
        for (String line; (line = in.readLine()) != null; ) {
            String result;
            try {
                result = call(List.of(line.split("\t", -1)).stream().map(Oracle::unescape).toList());
            } catch (RuntimeException e) {
                result = "!" + (e instanceof IllegalArgumentException ? "IllegalArgumentException" : e.getClass().getSimpleName());
            }
            out.println(escape(result));
        }
        out.flush();
    }

    static String call(List<String> call) {
        Locale locale = Locale.forLanguageTag(call.get(1));
        switch (call.get(0)) {
            case "number": {
                DecimalFormat format = decimal(call.get(2), locale);
                format.setRoundingMode(RoundingMode.valueOf(call.get(3)));
                return format.format(value(call.get(4)));
            }
            case "number-pattern":
                return decimal(call.get(2), locale).toPattern();
            case "parse-number": {
                DecimalFormat format = decimal(call.get(2), locale);
                if (call.get(3).contains("i")) {
                    format.setParseIntegerOnly(true);
                }
                format.setParseBigDecimal(call.get(3).contains("b"));
                var position = new ParsePosition(0);
                Number number = format.parse(call.get(4), position);
                return number == null ? "at " + position.getErrorIndex()
                    : number.getClass().getSimpleName() + " " + number + " to " + position.getIndex();
            }
            case "date":
                return date(call.get(2), locale, call.get(3)).format(new Date(Long.parseLong(call.get(4))));
            case "parse-date": {
                SimpleDateFormat format = date(call.get(2), locale, call.get(3));
                if (!call.get(4).equals("now")) {
                    format.set2DigitYearStart(new Date(-631152000000L));
                }
                format.setLenient(call.get(4).equals("lenient"));
                var position = new ParsePosition(0);
                Date date = format.parse(call.get(5), position);
                return date == null ? "at " + position.getErrorIndex() : date.getTime() + " to " + position.getIndex();
            }
            case "message": {
                var format = new MessageFormat(call.get(2), locale);
                return format.format(call.subList(3, call.size()).stream().map(Oracle::value).toArray());
            }
            case "choice":
                return new ChoiceFormat(call.get(2)).format(((Number) value(call.get(3))).doubleValue());
            case "choice-pattern":
                return new ChoiceFormat(call.get(2)).toPattern();
            case "zone":
                return TimeZone.getTimeZone(call.get(2)).getDisplayName(call.get(3).equals("daylight"),
                    call.get(4).equals("long") ? TimeZone.LONG : TimeZone.SHORT, locale);
            case "symbol":
                return Currency.getInstance(call.get(2)).getSymbol(locale);
            default:
                throw new IllegalStateException(call.get(0));
        }
    }

    static DecimalFormat decimal(String pattern, Locale locale) {
        if (pattern.startsWith("@currency ")) {
            var format = (DecimalFormat) NumberFormat.getCurrencyInstance(locale);
            format.setCurrency(Currency.getInstance(pattern.substring(10)));
            return format;
        }
        return switch (pattern) {
            case "@number" -> (DecimalFormat) NumberFormat.getInstance(locale);
            case "@integer" -> (DecimalFormat) NumberFormat.getIntegerInstance(locale);
            case "@percent" -> (DecimalFormat) NumberFormat.getPercentInstance(locale);
            case "@currency" -> (DecimalFormat) NumberFormat.getCurrencyInstance(locale);
            default -> new DecimalFormat(pattern, DecimalFormatSymbols.getInstance(locale));
        };
    }

    static SimpleDateFormat date(String pattern, Locale locale, String zone) {
        SimpleDateFormat format;
        if (pattern.startsWith("@")) {
            int date = "0123".indexOf(pattern.charAt(1));
            int time = "0123".indexOf(pattern.charAt(2));
            format = (SimpleDateFormat) (time < 0 ? DateFormat.getDateInstance(date, locale)
                : date < 0 ? DateFormat.getTimeInstance(time, locale)
                : DateFormat.getDateTimeInstance(date, time, locale));
        } else {
            format = new SimpleDateFormat(pattern, locale);
        }
        format.setTimeZone(TimeZone.getTimeZone(zone));
        return format;
    }

    static Object value(String text) {
        String rest = text.substring(1);
        return switch (text.charAt(0)) {
            case 'l' -> Long.valueOf(rest);
            case 'i' -> Integer.valueOf(rest);
            case 'd' -> Double.longBitsToDouble(Long.parseUnsignedLong(rest, 16));
            case 'b' -> new BigDecimal(rest);
            case 'g' -> new BigInteger(rest);
            case 's' -> rest;
            case 't' -> new Date(Long.parseLong(rest));
            default -> null;
        };
    }

    static String escape(String text) {
        return text.replace("\\", "\\\\").replace("\t", "\\t").replace("\n", "\\n").replace("\r", "\\r");
    }

    static String unescape(String text) {
        var out = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c != '\\') {
                out.append(c);
                continue;
            }
            c = text.charAt(++i);
            out.append(c == 't' ? '\t' : c == 'n' ? '\n' : c == 'r' ? '\r' : c);
        }
        return out.toString();
    }
}
