-- Maintains in how many chunks of a project each word occurs (its document frequency). The row of the empty word counts the
-- chunks. One transaction at a time for each project: two items that are indexed concurrently would wait for each other's
-- words.
CREATE OR REPLACE FUNCTION update_knowledge_word_counts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended(p.project_id::text, 7))
    FROM (SELECT DISTINCT project_id FROM changed ORDER BY project_id) p;
  IF TG_OP = 'INSERT' THEN
    INSERT INTO knowledge_word_counts AS k (company_id, project_id, word, chunk_count)
      SELECT c.company_id, c.project_id, w.word, count(*)
      FROM changed c CROSS JOIN LATERAL unnest(tsvector_to_array(c.search_vector) || ''::text) AS w (word)
      GROUP BY 1, 2, 3
      ON CONFLICT (project_id, word) DO UPDATE SET chunk_count = k.chunk_count + excluded.chunk_count;
  ELSE
    UPDATE knowledge_word_counts k SET chunk_count = k.chunk_count - n.chunk_count
      FROM (
        SELECT c.project_id, w.word, count(*) AS chunk_count
        FROM changed c CROSS JOIN LATERAL unnest(tsvector_to_array(c.search_vector) || ''::text) AS w (word)
        GROUP BY 1, 2
      ) n WHERE k.project_id = n.project_id AND k.word = n.word;
    DELETE FROM knowledge_word_counts k USING (SELECT DISTINCT project_id FROM changed) p
      WHERE k.project_id = p.project_id AND k.chunk_count <= 0;
  END IF;
  RETURN NULL;
END $$;
