-- The text search configuration that an item's words are stemmed by, found from its text.
ALTER TABLE knowledge_items ADD COLUMN language regconfig NOT NULL DEFAULT 'english';

-- In how many chunks of a project a word stands: what tells rare words from common ones, and the project's own
-- spelling. The row of the empty word counts the chunks.
CREATE TABLE knowledge_words (
  company_id uuid NOT NULL,
  project_id uuid NOT NULL,
  word text NOT NULL,
  chunks integer NOT NULL,
  PRIMARY KEY (project_id, word),
  FOREIGN KEY (company_id, project_id) REFERENCES projects (company_id, id) ON DELETE CASCADE
);

INSERT INTO knowledge_words (company_id, project_id, word, chunks)
SELECT c.company_id, c.project_id, w.word, count(*)
FROM knowledge_chunks c CROSS JOIN LATERAL unnest(tsvector_to_array(c.words) || ''::text) AS w (word)
GROUP BY 1, 2, 3;

-- One at a time for each project: two items that are indexed at once would wait for each other's words.
CREATE FUNCTION count_knowledge_words() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended(p.project_id::text, 7))
    FROM (SELECT DISTINCT project_id FROM changed ORDER BY project_id) p;
  IF TG_OP = 'INSERT' THEN
    INSERT INTO knowledge_words AS k (company_id, project_id, word, chunks)
      SELECT c.company_id, c.project_id, w.word, count(*)
      FROM changed c CROSS JOIN LATERAL unnest(tsvector_to_array(c.words) || ''::text) AS w (word)
      GROUP BY 1, 2, 3
      ON CONFLICT (project_id, word) DO UPDATE SET chunks = k.chunks + excluded.chunks;
  ELSE
    UPDATE knowledge_words k SET chunks = k.chunks - n.chunks
      FROM (
        SELECT c.project_id, w.word, count(*) AS chunks
        FROM changed c CROSS JOIN LATERAL unnest(tsvector_to_array(c.words) || ''::text) AS w (word)
        GROUP BY 1, 2
      ) n WHERE k.project_id = n.project_id AND k.word = n.word;
    DELETE FROM knowledge_words k USING (SELECT DISTINCT project_id FROM changed) p
      WHERE k.project_id = p.project_id AND k.chunks <= 0;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER knowledge_chunks_added AFTER INSERT ON knowledge_chunks
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_knowledge_words();
CREATE TRIGGER knowledge_chunks_removed AFTER DELETE ON knowledge_chunks
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_knowledge_words();

-- Why the AI said what it said: kept beside the message, for the desk.
CREATE TABLE reply_traces (
  company_id uuid NOT NULL,
  session_id uuid NOT NULL,
  seq integer NOT NULL,
  trace jsonb NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (session_id, seq),
  FOREIGN KEY (company_id, session_id) REFERENCES sessions (company_id, id) ON DELETE CASCADE
);

-- How many replies the AI wrote for a visitor on a day. The visitor may be removed; the count stays.
CREATE TABLE reply_counts (
  company_id uuid NOT NULL,
  project_id uuid NOT NULL,
  day date NOT NULL,
  visitor_id uuid NOT NULL,
  replies integer NOT NULL,
  PRIMARY KEY (project_id, day, visitor_id),
  FOREIGN KEY (company_id, project_id) REFERENCES projects (company_id, id) ON DELETE CASCADE
);

-- From which message on the conversation counts: the last time it was reopened. And how often the AI has spoken since a
-- person did.
ALTER TABLE session_states ADD COLUMN reopened_seq integer NOT NULL DEFAULT 0;
ALTER TABLE session_states ADD COLUMN ai_streak integer NOT NULL DEFAULT 0;

DO $$
DECLARE name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['knowledge_words', 'reply_traces', 'reply_counts'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
    EXECUTE format(
      'CREATE POLICY one_company ON %I FOR ALL TO aichat_app
         USING (company_id = current_company()) WITH CHECK (company_id = current_company())', name);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO aichat_app', name);
  END LOOP;
END $$;

-- A row policy keeps @@ from using an index, because the operator is not proven to leak nothing. This function looks
-- for its caller's company alone, in a role that can do nothing else, and so can use the index of words.
DO $$
BEGIN
  BEGIN
    IF NOT EXISTS (SELECT 1 FROM pg_roles WHERE rolname = 'aichat_search') THEN
      CREATE ROLE aichat_search NOLOGIN;
    END IF;
  EXCEPTION WHEN duplicate_object OR unique_violation THEN
    NULL; -- another process made it in the same moment
  END;
  IF NOT pg_has_role(current_user, 'aichat_search', 'MEMBER') THEN GRANT aichat_search TO CURRENT_USER; END IF;
END $$;
GRANT SELECT (company_id, project_id, item_id, position, words) ON knowledge_chunks TO aichat_search;
GRANT SELECT (company_id, project_id, id, status) ON knowledge_items TO aichat_search;
CREATE POLICY search ON knowledge_chunks FOR SELECT TO aichat_search USING (true);
CREATE POLICY search ON knowledge_items FOR SELECT TO aichat_search USING (true);

-- The chunks of the project's embedded items that hold any of the first (deciding) words, best first. Each word counts by
-- its weight, and by how often and how high up it stands in the chunk; a long chunk holds words by chance.
CREATE FUNCTION find_chunks(project uuid, words text[], weights real[], deciding integer, most integer)
RETURNS TABLE (item_id uuid, "position" integer, score real)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  RETURN QUERY EXECUTE
    'SELECT c.item_id, c.position,
       ((SELECT sum(w.weight * ts_rank(''{0.3, 0.3, 0.5, 0.5}'', c.words, w.query))
         FROM unnest($3, $4) AS w (query, weight)) / (0.7 + length(c.words) / 200.0))::real AS score
     FROM knowledge_chunks c JOIN knowledge_items i ON i.id = c.item_id AND i.status = ''embedded''
     WHERE c.company_id = current_company() AND i.company_id = current_company()
       AND c.project_id = $1 AND c.words @@ $2
     ORDER BY score DESC, c.item_id, c.position LIMIT $5'
    USING project, array_to_string(words[:deciding], ' | ')::tsquery, words::tsquery[], weights, most;
END $$;
REVOKE ALL ON FUNCTION find_chunks FROM PUBLIC;
-- An owner must be allowed to create in the schema at the moment when it becomes one.
GRANT CREATE ON SCHEMA public TO aichat_search;
ALTER FUNCTION find_chunks OWNER TO aichat_search;
REVOKE CREATE ON SCHEMA public FROM aichat_search;
GRANT EXECUTE ON FUNCTION find_chunks TO aichat_app;
