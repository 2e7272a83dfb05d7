-- An appointment names its employee, also after they left the company: it changes with their name.
CREATE INDEX appointment_by_employee ON appointment (assigned_to_id);
