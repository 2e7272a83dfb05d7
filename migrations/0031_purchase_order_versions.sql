-- Changes with each change of an order's rows: two people who edit them never overwrite each other unseen.
ALTER TABLE purchase_order ADD COLUMN version BIGINT NOT NULL DEFAULT 0;
