UPDATE mails SET html = '<p>x</p>', sender_name = 'x', reply_to = 'x@example.com';
