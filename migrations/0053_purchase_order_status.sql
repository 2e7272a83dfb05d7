-- What becomes of a purchase order: its status, the vendor's answer, what was delivered. An order that stands here
-- already is a draft, unless it was mailed to somebody: then it is sent.
ALTER TABLE purchase_order ADD COLUMN status TEXT NOT NULL DEFAULT 'draft'
    CHECK (status IN ('draft', 'sent', 'seen', 'confirmed', 'partlyReceived', 'received', 'closed', 'cancelled'));
ALTER TABLE purchase_order ADD COLUMN remark TEXT;
ALTER TABLE purchase_order ADD COLUMN expected_on DATE;
UPDATE purchase_order SET status = 'sent'
    WHERE EXISTS (SELECT 1 FROM order_send WHERE order_send.purchase_order_id = purchase_order.id);

ALTER TABLE purchase_order_item ADD COLUMN received BIGINT NOT NULL DEFAULT 0 CHECK (received >= 0);
-- None until the vendor has answered for the row.
ALTER TABLE purchase_order_item ADD COLUMN available BOOLEAN;
ALTER TABLE purchase_order_item ADD COLUMN substitute TEXT;

-- In which language it was sent: what changes of it later is told in the same. Not known of what was sent before.
ALTER TABLE order_send ADD COLUMN language TEXT;

-- Photos of what was delivered. The files themselves stand in the file store under these keys.
CREATE TABLE delivery_photo (
    id                UUID PRIMARY KEY,
    purchase_order_id UUID NOT NULL REFERENCES purchase_order (id) ON DELETE CASCADE,
    posted_by         UUID NOT NULL REFERENCES person (id),
    picture           TEXT NOT NULL,
    thumbnail         TEXT NOT NULL,
    width             BIGINT NOT NULL,
    height            BIGINT NOT NULL,
    date_inserted     TIMESTAMPTZ NOT NULL
);
CREATE INDEX delivery_photo_by_order ON delivery_photo (purchase_order_id, date_inserted, id);
