ALTER TABLE orders DROP COLUMN n_polls;
