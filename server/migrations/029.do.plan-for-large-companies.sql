-- Companies are of very unequal size, and a plan that is kept serves them all: it may not take one company for a handful of
-- rows, or it reads a large one whole to find ten conversations by their ids. Planned as if there were twenty companies.
ALTER TABLE session_states ALTER COLUMN company_id SET (n_distinct = 20);
ANALYZE session_states;
