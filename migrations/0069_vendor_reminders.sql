-- When the vendor of an order is reminded next: to answer, or of the delivery. None of orders that were sent before.
ALTER TABLE purchase_order ADD COLUMN reminder_at TIMESTAMPTZ;
CREATE INDEX purchase_order_reminder_due ON purchase_order (reminder_at) WHERE reminder_at IS NOT NULL;

-- Whether the company's vendors are reminded.
ALTER TABLE company ADD COLUMN reminds_vendors BOOLEAN NOT NULL DEFAULT TRUE;
