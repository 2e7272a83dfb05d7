-- What stands in the log stays as it is. It goes with its company alone, once nobody belongs to that.
CREATE FUNCTION activity_stays() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'DELETE' THEN
        IF NOT EXISTS (SELECT 1 FROM person WHERE person.company_id = OLD.company_id) THEN
            RETURN OLD;
        END IF;
    END IF;
    RAISE EXCEPTION 'the activity log is only ever added to';
END
$$;

CREATE TRIGGER activity_is_never_changed BEFORE UPDATE OR DELETE ON activity
    FOR EACH ROW EXECUTE FUNCTION activity_stays();
