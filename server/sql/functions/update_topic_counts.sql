-- Maintains topic_counts after rows of unanswered_questions were added, changed or deleted, so that a report of a year does not read
-- every question. The sums of a deleted company are not inserted again.
CREATE OR REPLACE FUNCTION update_topic_counts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM change_topic_counts((SELECT array_agg(a::unanswered_questions) FROM added a), NULL);
  ELSIF TG_OP = 'UPDATE' THEN
    PERFORM change_topic_counts(
      (SELECT array_agg(a::unanswered_questions) FROM added a), (SELECT array_agg(r::unanswered_questions) FROM removed r));
  ELSE
    PERFORM change_topic_counts(NULL, (SELECT array_agg(r::unanswered_questions) FROM removed r));
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION change_topic_counts(added unanswered_questions[], removed unanswered_questions[]) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  IF added IS NULL AND removed IS NULL THEN RETURN; END IF;
  -- ON CONFLICT always uses the unique index. The plan of an UPDATE is cached, and one from when the table was small scans all rows.
  INSERT INTO topic_counts AS t (company_id, segment, unit, day, project_id, topic_id, total, handed_over)
  SELECT s.* FROM (
    SELECT (c.question).company_id, u.segment, u.unit, u.day, (c.question).project_id,
      coalesce((c.question).topic_id, '00000000-0000-0000-0000-000000000000') AS topic_id,
      sum(c.sign * u.total)::integer AS total, sum(c.sign * u.handed_over)::integer AS handed_over
    FROM (SELECT a AS question, 1 AS sign FROM unnest(added) a UNION ALL SELECT r, -1 FROM unnest(removed) r) c,
      LATERAL list_question_scopes(c.question) u
    GROUP BY 1, 2, 3, 4, 5, 6 HAVING sum(c.sign * u.total) <> 0 OR sum(c.sign * u.handed_over) <> 0
  ) s WHERE EXISTS (SELECT FROM companies o WHERE o.company_id = s.company_id)
  ON CONFLICT (company_id, segment, unit, day, project_id, topic_id) DO UPDATE
    SET total = t.total + excluded.total, handed_over = t.handed_over + excluded.handed_over;
END $$;

-- Where a question is counted: on its day and in its month, and the conversation that was first handed over because of it on its own day and
-- month; in total, for its language and for each of its labels.
CREATE OR REPLACE FUNCTION list_question_scopes(question unanswered_questions)
RETURNS TABLE (unit text, day date, segment text, total integer, handed_over integer) LANGUAGE sql IMMUTABLE AS $$
  SELECT u.unit, u.day, s.segment, u.total, u.handed_over
  FROM (
    VALUES ('day', question.day, 1, 0), ('month', date_trunc('month', question.day::timestamp)::date, 1, 0),
      ('day', question.handed_over_day, 0, 1), ('month', date_trunc('month', question.handed_over_day::timestamp)::date, 0, 1)
    ) u (unit, day, total, handed_over),
    unnest(ARRAY['*', question.language] || question.label_ids::text[]) s (segment)
  WHERE u.day IS NOT NULL
$$;
