-- Conversations of the caller's company that hold the term in the visitor's name, email or a message, most recently
-- active first. The newest are looked through one by one: what is common is found there at once, and what was said a
-- moment ago stands nowhere else. Where that finds a page sooner than the index of trigrams would, it goes on; else older
-- ones come from the index, which needs three letters in a row. Fewer letters are looked for among the newest alone.
-- The index is asked for the term's rare words only: an email's "example" and "com" stand in as many rows as there are, and
-- their lists would be walked for nothing. What it answers is held against the whole term.
CREATE OR REPLACE FUNCTION find_sessions(
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
  words text[];
  newest text[];
  asked text := pattern;
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

  words := ARRAY(SELECT m.word[1] FROM regexp_matches(lower(term), '[[:alnum:]]{3,}', 'g')
    WITH ORDINALITY AS m (word, place) ORDER BY m.place);
  IF cardinality(words) > 1 THEN
    EXECUTE
      'SELECT array_agg((SELECT visitor_words(d.visitor_name, d.visitor_email) FROM sessions d WHERE d.id = w.session_id)
         || coalesce((SELECT string_agg(t.text, '' '') FROM session_texts t
           WHERE t.company_id = $1 AND t.session_id = w.session_id), ''''))
       FROM ' || walk || ' w'
      INTO newest
      USING company, pattern, wanted_project, wanted_label, NULL::timestamptz, NULL::uuid, 40;
    -- Rare is what fewer than every fifth of them holds. In whatever holds the term, its words stand in its order.
    asked := coalesce('%' || (
      SELECT string_agg(w.word, '%' ORDER BY w.place) FROM unnest(words) WITH ORDINALITY AS w (word, place)
      WHERE (SELECT count(*) FROM unnest(newest) n WHERE strpos(n, w.word) > 0) < 8) || '%', pattern);
  END IF;

  RETURN QUERY EXECUTE
    'SELECT s.session_id FROM (
       SELECT d.id FROM sessions d
         WHERE d.company_id = $1 AND visitor_words(d.visitor_name, d.visitor_email) LIKE $2
           AND strpos(visitor_words(d.visitor_name, d.visitor_email), lower($9)) > 0
       UNION SELECT t.session_id FROM session_texts t
         WHERE t.company_id = $1 AND t.text LIKE $2 AND strpos(t.text, lower($9)) > 0
     ) hit JOIN session_states s ON s.session_id = hit.id
     WHERE ' || filters || ' AND (s.last_message_at, s.session_id) < ($5, $6)
       AND ($8 IS NULL OR s.status = $8)
     ORDER BY s.last_message_at DESC, s.session_id DESC LIMIT $7'
    USING company, asked, wanted_project, wanted_label, after_at, after_id, missing, wanted_status, term;
END $$;
