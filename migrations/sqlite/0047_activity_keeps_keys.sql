-- The key of an entry is never changed.
CREATE TRIGGER activity_keeps_its_key BEFORE UPDATE ON activity
WHEN NEW.api_key_id IS NOT OLD.api_key_id OR NEW.api_key_name IS NOT OLD.api_key_name
BEGIN
    SELECT RAISE(ABORT, 'the activity log is only ever added to');
END;
