UPDATE payment_methods SET asks_disputes_at = now();
