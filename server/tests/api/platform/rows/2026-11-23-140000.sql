-- The problem that older versions do not know, in the order of the earlier step, is taken out on the way down.
UPDATE orders SET problem = 'refundFailed';
