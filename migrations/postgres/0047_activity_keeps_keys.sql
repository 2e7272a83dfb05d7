-- The key of an entry is never changed.
CREATE FUNCTION activity_keeps_key() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'the activity log is only ever added to';
END
$$;

CREATE TRIGGER activity_keeps_its_key BEFORE UPDATE ON activity FOR EACH ROW
    WHEN (NEW.api_key_id IS DISTINCT FROM OLD.api_key_id OR NEW.api_key_name IS DISTINCT FROM OLD.api_key_name)
    EXECUTE FUNCTION activity_keeps_key();
