-- A site with proved domains has a primary one: that which was proved first, where nobody chose.
UPDATE site_domains SET is_primary = TRUE WHERE id IN (
    SELECT DISTINCT ON (site_id) id FROM site_domains AS proved
    WHERE verified_at IS NOT NULL
        AND NOT EXISTS (SELECT FROM site_domains AS other WHERE other.site_id = proved.site_id AND other.is_primary)
    ORDER BY site_id, verified_at, host
);
