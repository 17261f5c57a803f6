-- With twenty companies, one that is alone and has a thousand conversations was taken for fifty rows, and read whole to find
-- ten by their ids. Planned as if there were three.
ALTER TABLE session_states ALTER COLUMN company_id SET (n_distinct = 3);
ANALYZE session_states;
