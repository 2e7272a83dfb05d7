-- Two pictures of a job that show the same place before and after the work. A picture is in one pair at most.
CREATE TABLE image_pair (
    after_id  UUID PRIMARY KEY REFERENCES job_image (id) ON DELETE CASCADE,
    before_id UUID NOT NULL UNIQUE REFERENCES job_image (id) ON DELETE CASCADE
);
