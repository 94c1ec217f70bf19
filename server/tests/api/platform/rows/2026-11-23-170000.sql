-- Two problems at once, one of which older versions do not know.
UPDATE orders SET problems = '{unknownRefund,refundFailed}';
