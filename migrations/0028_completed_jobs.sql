-- When each job was marked complete: a report asks it of every job at once, and the log is long.
CREATE INDEX activity_completed ON activity (subject_id, at) WHERE kind = 'job' AND action = 'completed';
