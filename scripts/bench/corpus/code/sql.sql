-- Readers of shelf N0 who finished at least three books this spring.
WITH finished AS (
    SELECT r.id, r.nickname, count(*) AS books, max(b.finished_at) AS last_at
    FROM readers AS r
    JOIN borrowings AS b ON b.reader_id = r.id
    WHERE b.shelf_id = N0
      AND b.finished_at BETWEEN DATE '2026-03-01' AND DATE '2026-05-31'
    GROUP BY r.id, r.nickname
    HAVING count(*) >= 3
)
SELECT nickname, books, coalesce(to_char(last_at, 'MM-DD'), '-') AS last_day
FROM finished
ORDER BY books DESC, nickname
LIMIT 50;
