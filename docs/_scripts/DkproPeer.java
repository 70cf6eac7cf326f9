import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import org.dkpro.statistics.agreement.IAgreementMeasure;
import org.dkpro.statistics.agreement.ICategorySpecificAgreement;
import org.dkpro.statistics.agreement.coding.CodingAnnotationStudy;
import org.dkpro.statistics.agreement.coding.ICodingAnnotationStudy;
import org.dkpro.statistics.agreement.distance.IDistanceFunction;
import org.dkpro.statistics.agreement.distance.SetAnnotation;
import org.dkpro.statistics.agreement.unitizing.KrippendorffAlphaUnitizingAgreement;
import org.dkpro.statistics.agreement.unitizing.UnitizingAnnotationStudy;

/**
 * Asks DKPro Agreement: one question a line on standard input, one answer a line on standard output.
 *
 * <p>Questions, parts between tabs:
 * coding, measure, distance, type of labels, declared categories, items (labels of an item between
 * spaces, items between semicolons, a missing coding is a dot, sets are written a+b, the empty set
 * is an underscore); or
 * units, category or empty for all, coders, begin, length, units (coder offset length category
 * between semicolons).
 * Answers: the number, or ! with the exception's name and message.
 */
public class DkproPeer {
    private static final String HOME = "org.dkpro.statistics.agreement.";

    public static void main(String[] args) throws Exception {
        BufferedReader in =
                new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            String answer;
            try {
                String[] parts = line.split("\t", -1);
                double value = parts[0].equals("units") ? units(parts) : coding(parts);
                answer = Double.toString(value);
            } catch (Exception error) {
                Throwable cause = error.getCause() != null ? error.getCause() : error;
                answer = "!" + cause.getClass().getSimpleName() + ": " + cause.getMessage();
            }
            System.out.println(answer.replace('\n', ' '));
            System.out.flush();
        }
    }

    private static double coding(String[] parts) throws Exception {
        String[] items = parts[5].split(";");
        CodingAnnotationStudy study = new CodingAnnotationStudy(items[0].split(" ").length);
        for (String name : parts[4].split(" ")) {
            if (!name.isEmpty()) {
                study.addCategory(label(name, parts[3]));
            }
        }
        for (String item : items) {
            String[] names = item.split(" ");
            Object[] labels = new Object[names.length];
            for (int rater = 0; rater < names.length; rater++) {
                labels[rater] = names[rater].equals(".") ? null : label(names[rater], parts[3]);
            }
            study.addItemAsArray(labels);
        }
        Class<?> kind = Class.forName(HOME + "coding." + parts[1]);
        IAgreementMeasure measure = (IAgreementMeasure) (parts[2].isEmpty()
                ? kind.getConstructor(ICodingAnnotationStudy.class).newInstance(study)
                : kind.getConstructor(ICodingAnnotationStudy.class, IDistanceFunction.class)
                        .newInstance(study, distance(parts[2])));
        return measure.calculateAgreement();
    }

    private static Object label(String name, String type) {
        switch (type) {
            case "Integer":
                return Integer.valueOf(name);
            case "Double":
                return Double.valueOf(name);
            case "SetAnnotation":
                return name.equals("_") ? new SetAnnotation()
                        : new SetAnnotation((Object[]) name.split("\\+"));
            default:
                return name;
        }
    }

    /** A distance of DKPro by the name of its class, or one's own as k/l=d between commas. */
    private static IDistanceFunction distance(String name) throws Exception {
        if (!name.contains("=")) {
            return (IDistanceFunction) Class.forName(HOME + "distance." + name)
                    .getConstructor().newInstance();
        }
        Map<String, Double> table = new HashMap<>();
        for (String entry : name.split(",")) {
            String[] sides = entry.split("=");
            String[] pair = sides[0].split("/");
            table.put(pair[0] + "/" + pair[1], Double.valueOf(sides[1]));
            table.put(pair[1] + "/" + pair[0], Double.valueOf(sides[1]));
        }
        return (study, one, other) -> table.getOrDefault(one + "/" + other, 0.0);
    }

    private static double units(String[] parts) {
        UnitizingAnnotationStudy study = new UnitizingAnnotationStudy(
                Integer.parseInt(parts[2]), Long.parseLong(parts[3]), Long.parseLong(parts[4]));
        for (String unit : parts[5].split(";")) {
            String[] said = unit.split(" ");
            if (said.length == 4) {
                study.addUnit(Long.parseLong(said[1]), Long.parseLong(said[2]),
                        Integer.parseInt(said[0]), said[3]);
            }
        }
        IAgreementMeasure measure = new KrippendorffAlphaUnitizingAgreement(study);
        return parts[1].isEmpty() ? measure.calculateAgreement()
                : ((ICategorySpecificAgreement) measure).calculateCategoryAgreement(parts[1]);
    }
}
