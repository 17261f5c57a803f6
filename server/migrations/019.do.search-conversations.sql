-- What was said in a conversation, in lower case, a hundred messages a row: kept for the search alone, and written a
-- little later than the messages (sessions/keep-searchable.ts), so that sending pays for no index of texts.
CREATE TABLE session_texts (
  company_id uuid NOT NULL,
  session_id uuid NOT NULL,
  part integer NOT NULL, -- of the messages 100 * part + 1 to 100 * part + 100
  last_seq integer NOT NULL,
  text text NOT NULL,
  PRIMARY KEY (company_id, session_id, part),
  FOREIGN KEY (company_id, session_id) REFERENCES sessions (company_id, id) ON DELETE CASCADE
);

-- Up to which change of its conversations a company's texts are kept. Those after it are read from the messages.
CREATE TABLE session_text_progress (
  company_id uuid PRIMARY KEY REFERENCES companies ON DELETE CASCADE,
  rev bigint NOT NULL,
  session_id uuid NOT NULL
);

DO $$
DECLARE name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['session_texts', 'session_text_progress'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
    EXECUTE format(
      'CREATE POLICY one_company ON %I FOR ALL TO aichat_app
         USING (company_id = (SELECT current_company())) WITH CHECK (company_id = (SELECT current_company()))', name);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO aichat_app', name);
  END LOOP;
END $$;

-- Which companies have changes whose texts are not kept yet.
GRANT SELECT ON company_revisions, session_text_progress TO aichat_lookup;
CREATE POLICY lookup ON company_revisions FOR SELECT TO aichat_lookup USING (true);
CREATE POLICY lookup ON session_text_progress FOR SELECT TO aichat_lookup USING (true);

-- The columns that a search looks at, in the role that can do nothing but search (see 007).
GRANT SELECT (company_id, id, visitor_name, visitor_email) ON sessions TO aichat_search;
GRANT SELECT (company_id, session_id, project_id, status, last_seq, last_message_at, needs_human, rev)
  ON session_states TO aichat_search;
GRANT SELECT (company_id, session_id, seq, text) ON messages TO aichat_search;
GRANT SELECT (company_id, session_id, label_id) ON session_labels TO aichat_search;
GRANT SELECT ON session_texts, session_text_progress TO aichat_search;
CREATE POLICY search ON sessions FOR SELECT TO aichat_search USING (true);
CREATE POLICY search ON session_states FOR SELECT TO aichat_search USING (true);
CREATE POLICY search ON messages FOR SELECT TO aichat_search USING (true);
CREATE POLICY search ON session_labels FOR SELECT TO aichat_search USING (true);
CREATE POLICY search ON session_texts FOR SELECT TO aichat_search USING (true);
GRANT SELECT (company_id, status, total) ON session_counts TO aichat_search;
CREATE POLICY search ON session_counts FOR SELECT TO aichat_search USING (true);
CREATE POLICY search ON session_text_progress FOR SELECT TO aichat_search USING (true);

CREATE FUNCTION visitor_words(name text, email text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  AS $$ SELECT lower(coalesce(name, '') || E'\n' || coalesce(email, '')) $$;

-- Conversations of the caller's company that hold the term in the visitor's name, email or a message, most recently
-- active first. The newest are looked through one by one: what is common is found there at once, and what was said a
-- moment ago stands nowhere else. Where that finds a page sooner than the index of trigrams would, it goes on; else older
-- ones come from the index, which needs three letters in a row. Fewer letters are looked for among the newest alone.
CREATE FUNCTION find_sessions(
  term text, wanted_status text, wanted_project uuid, wanted_label uuid, needing_human boolean,
  after_at timestamptz, after_id uuid, most integer
) RETURNS TABLE (session_id uuid)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp SET jit = off AS $$
DECLARE
  company constant uuid := current_company();
  pattern constant text := '%' || regexp_replace(lower(term), '([\\%_])', '\\\1', 'g') || '%';
  filters constant text := 's.company_id = $1 AND s.last_seq > 0'
    || CASE WHEN wanted_project IS NULL THEN '' ELSE ' AND s.project_id = $3' END
    || CASE WHEN wanted_label IS NULL THEN '' ELSE ' AND EXISTS (SELECT FROM session_labels l
         WHERE l.company_id = $1 AND l.session_id = s.session_id AND l.label_id = $4)' END
    || CASE WHEN needing_human THEN ' AND s.needs_human' ELSE '' END;
  -- The next ($7) conversations. Each status is a range of the list's index, read in its order.
  walk constant text := (
    SELECT '(SELECT s.session_id, s.last_message_at, s.rev FROM (' || string_agg(format(
      '(SELECT s.session_id, s.last_message_at, s.rev FROM session_states s WHERE %s AND s.status = %L
          AND ($5 IS NULL OR (s.last_message_at, s.session_id) < ($5, $6))
        ORDER BY s.last_message_at DESC, s.session_id DESC LIMIT $7)', filters, status), ' UNION ALL ')
      || ') s ORDER BY s.last_message_at DESC, s.session_id DESC LIMIT $7)'
    FROM unnest(ARRAY['active', 'closed', 'archived']) AS status WHERE status = coalesce(wanted_status, status));
  kept session_text_progress;
  next integer := 500;
  walked integer := 0;
  found_at_once integer;
  missing integer := most;
BEGIN
  SELECT * INTO kept FROM session_text_progress p WHERE p.company_id = company;
  LOOP
    -- One value for each conversation: an EXISTS would be planned as a search of its own through the whole company.
    RETURN QUERY EXECUTE
      'SELECT w.session_id FROM ' || walk || ' w
       WHERE (SELECT visitor_words(d.visitor_name, d.visitor_email) LIKE $2
           FROM sessions d WHERE d.id = w.session_id)
         OR (SELECT bool_or(t.text LIKE $2) FROM session_texts t WHERE t.company_id = $1 AND t.session_id = w.session_id)
         OR ($9 IS NULL OR (w.rev, w.session_id) > ($9, $10)) AND (
           SELECT bool_or(lower(m.text) LIKE $2) FROM messages m WHERE m.company_id = $1 AND m.session_id = w.session_id
             AND m.seq > coalesce((SELECT t.last_seq FROM session_texts t WHERE t.company_id = $1
               AND t.session_id = w.session_id ORDER BY t.part DESC LIMIT 1), 0))
       ORDER BY w.last_message_at DESC, w.session_id DESC LIMIT $8'
      USING company, pattern, wanted_project, wanted_label, after_at, after_id, next, missing, kept.rev, kept.session_id;
    GET DIAGNOSTICS found_at_once = ROW_COUNT;
    missing := missing - found_at_once;
    IF missing <= 0 OR term !~ '[[:alnum:]]{3}' THEN RETURN; END IF;

    EXECUTE 'SELECT w.last_message_at, w.session_id FROM ' || walk || ' w
       ORDER BY w.last_message_at DESC, w.session_id DESC OFFSET $7 - 1'
      INTO after_at, after_id
      USING company, pattern, wanted_project, wanted_label, after_at, after_id, next;
    IF after_id IS NULL THEN RETURN; END IF;
    walked := walked + next;
    EXIT WHEN most = missing;
    -- A conversation looked through costs about what one found by the index does.
    next := least(1000000, 1.5 * missing * walked / (most - missing));
    EXIT WHEN next > (SELECT sum(total) FROM session_counts c WHERE c.company_id = company)
      * (most - missing) / walked;
  END LOOP;

  RETURN QUERY EXECUTE
    'SELECT s.session_id FROM (
       SELECT d.id FROM sessions d
         WHERE d.company_id = $1 AND visitor_words(d.visitor_name, d.visitor_email) LIKE $2
       UNION SELECT t.session_id FROM session_texts t WHERE t.company_id = $1 AND t.text LIKE $2
     ) hit JOIN session_states s ON s.session_id = hit.id
     WHERE ' || filters || ' AND (s.last_message_at, s.session_id) < ($5, $6)
       AND ($8 IS NULL OR s.status = $8)
     ORDER BY s.last_message_at DESC, s.session_id DESC LIMIT $7'
    USING company, pattern, wanted_project, wanted_label, after_at, after_id, missing, wanted_status;
END $$;
REVOKE ALL ON FUNCTION find_sessions FROM PUBLIC;
GRANT CREATE ON SCHEMA public TO aichat_search;
ALTER FUNCTION find_sessions OWNER TO aichat_search;
REVOKE CREATE ON SCHEMA public FROM aichat_search;
GRANT EXECUTE ON FUNCTION find_sessions TO aichat_app;
