UPDATE orders SET problems = '{latePayment}' WHERE id = '00000000-0000-7000-8000-000000000044';
