-- What stands in the log stays as it is. It goes with its company alone, once nobody belongs to that.
CREATE TRIGGER activity_is_never_changed BEFORE UPDATE ON activity
BEGIN
    SELECT RAISE(ABORT, 'the activity log is only ever added to');
END;

CREATE TRIGGER activity_is_never_deleted BEFORE DELETE ON activity
WHEN EXISTS (SELECT 1 FROM person WHERE person.company_id = OLD.company_id)
BEGIN
    SELECT RAISE(ABORT, 'the activity log is only ever added to');
END;
