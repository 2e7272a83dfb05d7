-- What a contractor buys, from whom, and what it orders for a job.
CREATE TABLE product_category (
    id         UUID PRIMARY KEY,
    company_id UUID NOT NULL REFERENCES company (id) ON DELETE CASCADE,
    title      TEXT NOT NULL
);
CREATE INDEX product_category_by_company ON product_category (company_id);

CREATE TABLE product (
    id          UUID PRIMARY KEY,
    category_id UUID NOT NULL REFERENCES product_category (id) ON DELETE CASCADE,
    name        TEXT NOT NULL,
    unit_cost   BIGINT NOT NULL CHECK (unit_cost >= 0)
);
CREATE INDEX product_by_category ON product (category_id);

CREATE TABLE vendor (
    id             UUID PRIMARY KEY,
    company_id     UUID NOT NULL REFERENCES company (id) ON DELETE CASCADE,
    name           TEXT NOT NULL,
    account_number TEXT
);
CREATE INDEX vendor_by_company ON vendor (company_id);

CREATE TABLE vendor_contact (
    id        UUID PRIMARY KEY,
    vendor_id UUID NOT NULL REFERENCES vendor (id) ON DELETE CASCADE,
    name      TEXT NOT NULL,
    email     TEXT NOT NULL,
    -- Addresses compare case-insensitively: this is the address as the domain compares it.
    email_key TEXT NOT NULL
);
CREATE INDEX vendor_contact_by_vendor ON vendor_contact (vendor_id);

CREATE TABLE work_order (
    id            UUID PRIMARY KEY,
    job_id        UUID NOT NULL REFERENCES job (id) ON DELETE CASCADE,
    title         TEXT NOT NULL,
    -- How often its items changed: a signature from before the last change is of something else.
    items_version BIGINT NOT NULL,
    date_inserted TIMESTAMPTZ NOT NULL
);
CREATE INDEX work_order_by_job ON work_order (job_id, date_inserted, id);

CREATE TABLE work_order_item (
    id            UUID PRIMARY KEY,
    work_order_id UUID NOT NULL REFERENCES work_order (id) ON DELETE CASCADE,
    title         TEXT NOT NULL,
    description   TEXT,
    quantity      BIGINT NOT NULL CHECK (quantity >= 0),
    unit_cost     BIGINT NOT NULL CHECK (unit_cost >= 0)
);
CREATE INDEX work_order_item_by_order ON work_order_item (work_order_id, id);

-- Who signed stays named after they left their company.
CREATE TABLE work_order_sign_off (
    id            UUID PRIMARY KEY,
    work_order_id UUID NOT NULL REFERENCES work_order (id) ON DELETE CASCADE,
    person_id     UUID NOT NULL REFERENCES person (id),
    signed_at     TIMESTAMPTZ NOT NULL,
    -- The order's when it was signed. Not the time, for two things happen in the same millisecond.
    items_version BIGINT NOT NULL,
    UNIQUE (work_order_id, person_id)
);

CREATE TABLE purchase_order (
    id            UUID PRIMARY KEY,
    job_id        UUID NOT NULL REFERENCES job (id) ON DELETE CASCADE,
    vendor_id     UUID REFERENCES vendor (id) ON DELETE SET NULL,
    title         TEXT NOT NULL,
    date_inserted TIMESTAMPTZ NOT NULL
);
CREATE INDEX purchase_order_by_job ON purchase_order (job_id, date_inserted, id);
CREATE INDEX purchase_order_by_vendor ON purchase_order (vendor_id) WHERE vendor_id IS NOT NULL;

-- Name, category and cost are as they were when the row was added, whatever became of the product.
CREATE TABLE purchase_order_item (
    id                UUID PRIMARY KEY,
    purchase_order_id UUID NOT NULL REFERENCES purchase_order (id) ON DELETE CASCADE,
    product_id        UUID NOT NULL,
    product_name      TEXT NOT NULL,
    category_id       UUID NOT NULL,
    category_title    TEXT NOT NULL,
    quantity          BIGINT NOT NULL CHECK (quantity > 0),
    unit_cost         BIGINT NOT NULL CHECK (unit_cost >= 0),
    UNIQUE (purchase_order_id, product_id)
);
