-- The event of what an import creates, as JSON. It is made with the row, so that publishing the rows only copies it.
ALTER TABLE staged_customer ADD COLUMN event_data TEXT NOT NULL DEFAULT '';
ALTER TABLE staged_job ADD COLUMN event_data TEXT NOT NULL DEFAULT '';
