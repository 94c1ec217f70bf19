UPDATE mails SET site_id = (SELECT min(id::text)::uuid FROM sites);
