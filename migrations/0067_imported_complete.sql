-- Whether a job that is being imported was done in the program that exported it.
ALTER TABLE staged_job ADD COLUMN is_complete BOOLEAN NOT NULL DEFAULT FALSE;
