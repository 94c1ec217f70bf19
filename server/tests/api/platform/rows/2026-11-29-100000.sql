UPDATE payment_methods SET problem = 'foreignKey', n_refused = 2, refused_reason = 'serial', refused_at = now();
