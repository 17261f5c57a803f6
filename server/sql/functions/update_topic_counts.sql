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
  INSERT INTO topic_counts AS t (company_id, segment, unit, day, project_id, topic_id, total)
  SELECT s.* FROM (
    SELECT (c.question).company_id, u.segment, u.unit, u.day, (c.question).project_id,
      coalesce((c.question).topic_id, '00000000-0000-0000-0000-000000000000') AS topic_id, sum(c.sign)::integer AS total
    FROM (SELECT a AS question, 1 AS sign FROM unnest(added) a UNION ALL SELECT r, -1 FROM unnest(removed) r) c,
      LATERAL list_question_scopes(c.question) u
    GROUP BY 1, 2, 3, 4, 5, 6 HAVING sum(c.sign) <> 0
  ) s WHERE EXISTS (SELECT FROM companies o WHERE o.company_id = s.company_id)
  ON CONFLICT (company_id, segment, unit, day, project_id, topic_id) DO UPDATE SET total = t.total + excluded.total;
END $$;

-- Where a question is counted: on its day and in its month; in total, for its language and for each of its labels.
CREATE OR REPLACE FUNCTION list_question_scopes(question unanswered_questions)
RETURNS TABLE (unit text, day date, segment text) LANGUAGE sql IMMUTABLE AS $$
  SELECT u.unit, u.day, s.segment
  FROM (VALUES ('day', question.day), ('month', date_trunc('month', question.day::timestamp)::date)) u (unit, day),
    unnest(ARRAY['*', question.language] || question.label_ids::text[]) s (segment)
$$;
