-- The time zone that the site had when a membership was given: in it, and in no later one, the day is told from which it
-- counts. NULL in backups of before: that of the site.
ALTER TABLE grants ADD COLUMN time_zone TEXT;
UPDATE grants SET time_zone = coalesce(
    (
        SELECT data ->> 'timeZone' FROM site_settings
        WHERE site_settings.site_id = grants.site_id AND tab = 'basicInfo'
    ),
    'Asia/Shanghai'
);
