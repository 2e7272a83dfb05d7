-- The overview of the day reads what is overdue and what waits for an answer, among years of completed jobs.
CREATE INDEX job_active_by_end ON job (company_id, end_date) WHERE status = 'active';
CREATE INDEX job_unanswered ON job (company_id)
    WHERE status = 'active' AND assigned_company_id IS NOT NULL AND NOT is_accepted_by_sub;
