-- Conversations of the caller's company that contain the term in the visitor's name, email, external id or attributes or in a
-- message, or have it as their number (4821 or #4821), most recently active first. The newest are scanned one by one: a common
-- term is found there soon, and the latest messages are in no index yet. While scanning is cheaper than the
-- trigram index it goes on; older conversations come from the index, which needs three letters in a row. A shorter term is only
-- searched for among the newest, except as a number.
-- The index is asked for the term's rare words only: the "example" and "com" of an email occur in most rows, and reading their
-- posting lists would be wasted. Every candidate of the index is compared with the whole term.
-- SECURITY DEFINER as aichat_search, for the reason given in search_knowledge_chunks.sql.
CREATE OR REPLACE FUNCTION search_sessions(
  term text, status_filter text, project_filter uuid, label_filter uuid, needs_human_only boolean,
  after_at timestamptz, after_id uuid, max_results integer, assignee_filter uuid, unassigned_only boolean
) RETURNS TABLE (session_id uuid)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp SET jit = off AS $$
DECLARE
  company constant uuid := current_company();
  number_term constant integer := substring(term from '^#?(\d{1,9})$');
  is_indexed constant boolean := term ~ '[[:alnum:]]{3}';
  pattern constant text := '%' || regexp_replace(lower(term), '([\\%_])', '\\\1', 'g') || '%';
  filters constant text := 's.company_id = $1 AND s.last_seq > 0'
    || CASE WHEN project_filter IS NULL THEN '' ELSE ' AND s.project_id = $3' END
    || CASE WHEN label_filter IS NULL THEN '' ELSE ' AND EXISTS (SELECT FROM session_labels l
         WHERE l.company_id = $1 AND l.session_id = s.session_id AND l.label_id = $4)' END
    || CASE WHEN needs_human_only THEN ' AND s.needs_human' ELSE '' END
    || CASE WHEN assignee_filter IS NULL THEN '' ELSE format(' AND s.assigned_agent_id = %L', assignee_filter) END
    || CASE WHEN unassigned_only THEN ' AND s.assigned_agent_id IS NULL' ELSE '' END;
  -- The next ($7) conversations. Each status is a range of the list's index, read in its order.
  next_page constant text := (
    SELECT '(SELECT s.session_id, s.last_message_at, s.rev FROM (' || string_agg(format(
      '(SELECT s.session_id, s.last_message_at, s.rev FROM session_states s WHERE %s AND s.status = %L
          AND ($5 IS NULL OR (s.last_message_at, s.session_id) < ($5, $6))
        ORDER BY s.last_message_at DESC, s.session_id DESC LIMIT $7)', filters, status), ' UNION ALL ')
      || ') s ORDER BY s.last_message_at DESC, s.session_id DESC LIMIT $7)'
    FROM unnest(ARRAY['active', 'closed', 'archived']) AS status WHERE status = coalesce(status_filter, status));
  progress session_search_progress;
  page_size integer := 500;
  scanned_count integer := 0;
  page_hits integer;
  words text[];
  sample_texts text[];
  index_pattern text := pattern;
  missing integer := max_results;
BEGIN
  SELECT * INTO progress FROM session_search_progress p WHERE p.company_id = company;
  LOOP
    -- One value for each conversation: an EXISTS would be planned as a separate search through the whole company.
    RETURN QUERY EXECUTE
      'SELECT w.session_id FROM ' || next_page || ' w
       WHERE (SELECT visitor_search_text(d.visitor_name, d.visitor_email, d.visitor_external_id, d.visitor_attributes) LIKE $2
             OR coalesce(d.number = $11, false)
           FROM sessions d WHERE d.id = w.session_id)
         OR (SELECT bool_or(t.text LIKE $2) FROM session_search_texts t
           WHERE t.company_id = $1 AND t.session_id = w.session_id)
         OR ($9 IS NULL OR (w.rev, w.session_id) > ($9, $10)) AND (
           SELECT bool_or(lower(m.text) LIKE $2) FROM messages m WHERE m.company_id = $1 AND m.session_id = w.session_id
             AND m.seq > coalesce((SELECT t.last_seq FROM session_search_texts t WHERE t.company_id = $1
               AND t.session_id = w.session_id ORDER BY t.segment DESC LIMIT 1), 0))
       ORDER BY w.last_message_at DESC, w.session_id DESC LIMIT $8'
      USING company, pattern, project_filter, label_filter, after_at, after_id, page_size, missing,
        progress.rev, progress.session_id, number_term;
    GET DIAGNOSTICS page_hits = ROW_COUNT;
    missing := missing - page_hits;
    IF missing <= 0 OR NOT is_indexed AND number_term IS NULL THEN RETURN; END IF;

    EXECUTE 'SELECT w.last_message_at, w.session_id FROM ' || next_page || ' w
       ORDER BY w.last_message_at DESC, w.session_id DESC OFFSET $7 - 1'
      INTO after_at, after_id
      USING company, pattern, project_filter, label_filter, after_at, after_id, page_size;
    IF after_id IS NULL THEN RETURN; END IF;
    scanned_count := scanned_count + page_size;
    EXIT WHEN max_results = missing OR NOT is_indexed;
    -- Scanning one conversation costs about as much as checking one candidate of the index.
    page_size := least(1000000, 1.5 * missing * scanned_count / (max_results - missing));
    EXIT WHEN page_size > (SELECT sum(total) FROM session_counts c WHERE c.company_id = company)
      * (max_results - missing) / scanned_count;
  END LOOP;

  words := ARRAY(SELECT m.word[1] FROM regexp_matches(lower(term), '[[:alnum:]]{3,}', 'g')
    WITH ORDINALITY AS m (word, place) ORDER BY m.place);
  IF cardinality(words) > 1 THEN
    EXECUTE
      'SELECT array_agg((SELECT visitor_search_text(d.visitor_name, d.visitor_email, d.visitor_external_id,
           d.visitor_attributes) FROM sessions d
           WHERE d.id = w.session_id)
         || coalesce((SELECT string_agg(t.text, '' '') FROM session_search_texts t
           WHERE t.company_id = $1 AND t.session_id = w.session_id), ''''))
       FROM ' || next_page || ' w'
      INTO sample_texts
      USING company, pattern, project_filter, label_filter, NULL::timestamptz, NULL::uuid, 40;
    -- A word is rare if fewer than one in five of the sample contain it. The words keep the order of the term.
    index_pattern := coalesce('%' || (
      SELECT string_agg(w.word, '%' ORDER BY w.place) FROM unnest(words) WITH ORDINALITY AS w (word, place)
      WHERE (SELECT count(*) FROM unnest(sample_texts) n WHERE strpos(n, w.word) > 0) < 8) || '%', pattern);
  END IF;

  RETURN QUERY EXECUTE
    'SELECT s.session_id FROM (
       SELECT d.id FROM sessions d WHERE d.company_id = $1 AND d.number = $10'
       || CASE WHEN is_indexed THEN '
       UNION SELECT d.id FROM sessions d
         WHERE d.company_id = $1
           AND visitor_search_text(d.visitor_name, d.visitor_email, d.visitor_external_id, d.visitor_attributes) LIKE $2
           AND strpos(visitor_search_text(d.visitor_name, d.visitor_email, d.visitor_external_id, d.visitor_attributes),
             lower($9)) > 0
       UNION SELECT t.session_id FROM session_search_texts t
         WHERE t.company_id = $1 AND t.text LIKE $2 AND strpos(t.text, lower($9)) > 0' ELSE '' END || '
     ) hit JOIN session_states s ON s.session_id = hit.id
     WHERE ' || filters || ' AND (s.last_message_at, s.session_id) < ($5, $6)
       AND ($8 IS NULL OR s.status = $8)
     ORDER BY s.last_message_at DESC, s.session_id DESC LIMIT $7'
    USING company, index_pattern, project_filter, label_filter, after_at, after_id, missing, status_filter, term,
      number_term;
END $$;
-- The signature that the version before this one calls.
CREATE OR REPLACE FUNCTION search_sessions(
  term text, status_filter text, project_filter uuid, label_filter uuid, needs_human_only boolean,
  after_at timestamptz, after_id uuid, max_results integer
) RETURNS TABLE (session_id uuid) LANGUAGE sql STABLE AS $$
  SELECT * FROM search_sessions(
    term, status_filter, project_filter, label_filter, needs_human_only, after_at, after_id, max_results, NULL, false)
$$;
REVOKE ALL ON FUNCTION search_sessions(text, text, uuid, uuid, boolean, timestamptz, uuid, integer, uuid, boolean) FROM PUBLIC;
REVOKE ALL ON FUNCTION search_sessions(text, text, uuid, uuid, boolean, timestamptz, uuid, integer) FROM PUBLIC;
-- A role needs CREATE on the schema at the moment when it becomes the owner.
GRANT CREATE ON SCHEMA public TO aichat_search;
ALTER FUNCTION search_sessions(text, text, uuid, uuid, boolean, timestamptz, uuid, integer, uuid, boolean)
  OWNER TO aichat_search;
REVOKE CREATE ON SCHEMA public FROM aichat_search;
GRANT EXECUTE ON FUNCTION search_sessions(text, text, uuid, uuid, boolean, timestamptz, uuid, integer, uuid, boolean)
  TO aichat_app;
GRANT EXECUTE ON FUNCTION search_sessions(text, text, uuid, uuid, boolean, timestamptz, uuid, integer) TO aichat_app;
