-- The rows of an import before it is stored. They are written in many short transactions, which others can write
-- between, and become customers, jobs or products in one. What is left of a server that was killed is deleted
-- by the next sweep.
CREATE TABLE staged_import (
    id         UUID PRIMARY KEY,
    company_id UUID NOT NULL REFERENCES company (id) ON DELETE CASCADE,
    -- When it began, which is also when its rows count as inserted.
    at         TIMESTAMPTZ NOT NULL
);
CREATE INDEX staged_import_by_company ON staged_import (company_id);

-- `position` is the index of the row in the file.
CREATE TABLE staged_customer (
    import_id  UUID NOT NULL REFERENCES staged_import (id) ON DELETE CASCADE,
    position   BIGINT NOT NULL,
    id         UUID NOT NULL,
    first_name TEXT NOT NULL,
    last_name  TEXT NOT NULL,
    company    TEXT,
    phone      TEXT NOT NULL,
    address    TEXT,
    city       TEXT,
    state      TEXT,
    zip        TEXT,
    PRIMARY KEY (import_id, position)
);

CREATE TABLE staged_job (
    import_id       UUID NOT NULL REFERENCES staged_import (id) ON DELETE CASCADE,
    position        BIGINT NOT NULL,
    id              UUID NOT NULL,
    job_crew_id     UUID NOT NULL,
    title           TEXT NOT NULL,
    address         TEXT,
    city            TEXT NOT NULL,
    state           TEXT NOT NULL,
    zip             TEXT,
    contract_amount BIGINT,
    job_number      TEXT,
    latitude        DOUBLE PRECISION,
    longitude       DOUBLE PRECISION,
    start_date      DATE,
    end_date        DATE,
    PRIMARY KEY (import_id, position)
);

-- A category that the product at the same position needs and the company does not have.
CREATE TABLE staged_category (
    import_id UUID NOT NULL REFERENCES staged_import (id) ON DELETE CASCADE,
    position  BIGINT NOT NULL,
    id        UUID NOT NULL,
    title     TEXT NOT NULL,
    PRIMARY KEY (import_id, position)
);

-- A new product, or the new cost of one that the company has.
CREATE TABLE staged_product (
    import_id   UUID NOT NULL REFERENCES staged_import (id) ON DELETE CASCADE,
    position    BIGINT NOT NULL,
    is_new      BOOLEAN NOT NULL,
    product_id  UUID NOT NULL,
    category_id UUID NOT NULL,
    name        TEXT NOT NULL,
    unit_cost   BIGINT NOT NULL,
    PRIMARY KEY (import_id, position)
);
