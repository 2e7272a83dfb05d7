-- Appointments that repeat, as jobs do.
CREATE TABLE appointment_series (
    company_id     UUID NOT NULL REFERENCES company (id) ON DELETE CASCADE,
    appointment_id UUID NOT NULL REFERENCES appointment (id) ON DELETE CASCADE,
    series_id      UUID NOT NULL,
    place          BIGINT NOT NULL CHECK (place >= 1),
    unit           TEXT NOT NULL CHECK (unit IN ('day', 'week', 'month', 'year')),
    interval_units BIGINT NOT NULL CHECK (interval_units >= 1),
    anchor         DATE NOT NULL,
    due            DATE NOT NULL,
    planned        DATE NOT NULL,
    PRIMARY KEY (company_id, appointment_id),
    UNIQUE (company_id, series_id, place)
);
CREATE INDEX appointment_series_by_appointment ON appointment_series (appointment_id);
