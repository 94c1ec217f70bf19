UPDATE payment_methods SET problem = 'disputesRefused';
