-- What a picture of a job shows, in the words of whoever looked at it.
ALTER TABLE job_image ADD COLUMN caption TEXT;
