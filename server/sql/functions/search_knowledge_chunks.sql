-- The chunks of the project's draft or live items that contain any of the first `match_count` words, best first. Each word counts by its weight, its frequency and its position (heading or body) in the chunk; long chunks are penalized, as they contain
-- words by chance. Items for questions in another language than `question_language` are left out.
-- SECURITY DEFINER: a row policy keeps @@ from using the index of words, because the operator is not leakproof. The function
-- runs as aichat_search, which may read these columns and nothing else, and filters by the caller's company itself.
-- The language is compared without coalesce(), of which the planner expects that hardly any item passes.
-- The rank is one expression with a term for each word: a subquery over the words would start anew for every chunk.
CREATE OR REPLACE FUNCTION search_knowledge_chunks(
  project uuid, words text[], weights real[], match_count integer, max_results integer,
  question_language text DEFAULT NULL, is_draft boolean DEFAULT false
) RETURNS TABLE (item_id uuid, "position" integer, score real)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp SET jit = off AS $$
DECLARE
  rank constant text := (
    SELECT string_agg(format('$4[%s] * ts_rank(''{0.3, 0.3, 0.8, 0.8}'', c.search_vector, $3[%s])', n, n), ' + ')
    FROM generate_series(1, cardinality(words)) AS n);
BEGIN
  IF rank IS NULL THEN RETURN; END IF;
  RETURN QUERY EXECUTE
    'SELECT c.item_id, c.position, ((' || rank || ') / (0.7 + length(c.search_vector) / 200.0))::real AS score
     FROM knowledge_chunks c
       JOIN answer_entries a ON a.entry_id = c.item_id AND a.version = c.version AND a.project_id = $1 AND a.kind = ''item''
         AND ' || CASE WHEN is_draft THEN 'a.is_draft' ELSE 'a.is_live' END || '
         AND ($7 IS NULL OR a.question_language IS NULL OR a.question_language = $7)
     WHERE c.company_id = $6 AND a.company_id = $6 AND c.project_id = $1 AND c.search_vector @@ $2
     ORDER BY score DESC, c.item_id, c.position LIMIT $5'
    USING project, array_to_string(words[:match_count], ' | ')::tsquery, words::tsquery[], weights, max_results,
      current_company(), question_language;
END $$;
REVOKE ALL ON FUNCTION search_knowledge_chunks FROM PUBLIC;
-- A role needs CREATE on the schema at the moment when it becomes the owner.
GRANT CREATE ON SCHEMA public TO aichat_search;
ALTER FUNCTION search_knowledge_chunks OWNER TO aichat_search;
REVOKE CREATE ON SCHEMA public FROM aichat_search;
GRANT EXECUTE ON FUNCTION search_knowledge_chunks TO aichat_app;
