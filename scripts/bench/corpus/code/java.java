package shelf;

import java.util.List;
import java.util.stream.Collectors;

/** A reading list of reader N0. */
public final class ReadingListN0 implements Iterable<String> {
    private static final int LIMIT = 64;
    private final List<String> titles;

    public ReadingListN0(List<String> titles) {
        this.titles = titles.stream().filter(t -> !t.isBlank()).limit(LIMIT).collect(Collectors.toList());
    }

    @Override
    public java.util.Iterator<String> iterator() {
        return titles.iterator();
    }
}
