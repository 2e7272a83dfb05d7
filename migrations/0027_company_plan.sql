-- What a company chose when its account was made. There is one plan so far.
ALTER TABLE company ADD COLUMN plan TEXT NOT NULL DEFAULT 'basic';
