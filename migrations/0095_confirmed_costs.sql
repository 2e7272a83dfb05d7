-- The price that the vendor stated for a row when it answered, in cents. None if it stated none.
ALTER TABLE purchase_order_item ADD COLUMN confirmed_cost BIGINT CHECK (confirmed_cost >= 0);
