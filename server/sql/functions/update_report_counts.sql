-- Maintains report_counts after rows of session_facts were added, changed or deleted, so that a report of a year does not read every
-- conversation.
CREATE OR REPLACE FUNCTION update_report_counts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM change_report_counts((SELECT array_agg(a::session_facts) FROM added a), NULL);
  ELSIF TG_OP = 'UPDATE' THEN
    PERFORM change_report_counts(
      (SELECT array_agg(a::session_facts) FROM added a), (SELECT array_agg(r::session_facts) FROM removed r));
  ELSE
    PERFORM change_report_counts(NULL, (SELECT array_agg(r::session_facts) FROM removed r));
  END IF;
  RETURN NULL;
END $$;

-- Adds what facts count to the sums of their days, and subtracts it for removed ones. Each is counted in its project and for all
-- projects, and in both for its language, for each of its labels, and in total. Measures with many rows are summed by month too.
-- The sums of a deleted company are not inserted again.
CREATE OR REPLACE FUNCTION change_report_counts(added session_facts[], removed session_facts[]) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  IF added IS NULL AND removed IS NULL THEN RETURN; END IF;
  WITH changes AS (
    SELECT f.company_id, f.day, f.project_id, f.language, f.label_ids, m.measure, m.value, sum(m.total * c.sign)::integer AS total
    FROM (SELECT a AS fact, 1 AS sign FROM unnest(added) a UNION ALL SELECT r, -1 FROM unnest(removed) r) c,
      LATERAL (SELECT (c.fact).*) f, list_report_counts(c.fact) m
    GROUP BY 1, 2, 3, 4, 5, 6, 7
  ), sums AS (
    SELECT c.company_id, u.unit, u.day, p.id AS project_id, s.segment, c.measure, c.value, sum(c.total)::integer AS total
    FROM changes c,
      LATERAL (VALUES ('day', c.day), ('month', date_trunc('month', c.day)::date)) u (unit, day),
      LATERAL (VALUES (c.project_id), ('00000000-0000-0000-0000-000000000000')) p (id),
      LATERAL unnest(ARRAY['*', c.language] || c.label_ids::text[]) s (segment)
    WHERE (u.unit = 'day' OR is_counted_by_month(c.measure)) AND is_counted_in(c.measure, p.id, s.segment)
    GROUP BY 1, 2, 3, 4, 5, 6, 7 HAVING sum(c.total) <> 0
  ), subtracted AS (
    UPDATE report_counts r SET total = r.total + s.total FROM sums s
    WHERE s.total < 0 AND r.company_id = s.company_id AND r.unit = s.unit AND r.day = s.day AND r.project_id = s.project_id
      AND r.segment = s.segment AND r.measure = s.measure AND r.value = s.value
  )
  INSERT INTO report_counts AS r (company_id, unit, day, project_id, segment, measure, value, total)
  SELECT * FROM sums s WHERE s.total > 0
  ON CONFLICT (company_id, project_id, segment, unit, measure, day, value) DO UPDATE SET total = r.total + excluded.total;
END $$;

-- Distributions have a row for each value; measures of an agent or a source, for each of them.
CREATE OR REPLACE FUNCTION is_counted_by_month(measure text) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT measure IN ('hour', 'rating', 'first_response', 'first_response_business', 'resolution', 'first_ai_reply')
    OR starts_with(measure, 'agent_') OR starts_with(measure, 'source_')
$$;

-- Those of an agent or a source are counted in total only. A source belongs to one project, and is not counted for all of them.
CREATE OR REPLACE FUNCTION is_counted_in(measure text, project_id uuid, segment text) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT (segment = '*' OR NOT starts_with(measure, 'agent_') AND NOT starts_with(measure, 'source_'))
    AND (project_id <> '00000000-0000-0000-0000-000000000000' OR NOT starts_with(measure, 'source_'))
$$;

-- What one row of session_facts adds. A distribution has a row for each value, other measures have the value 0. Values of `hour` are
-- hours of the week, 0 to 167. Times have two significant digits, rounded down: 47 s, 120 s, 130 s.
CREATE OR REPLACE FUNCTION list_report_counts(fact session_facts)
RETURNS TABLE (measure text, value integer, total integer) LANGUAGE sql IMMUTABLE AS $$
  SELECT * FROM (VALUES
    ('conversations', 0, 1),
    ('messages', 0, fact.messages),
    ('ai_answers', 0, fact.ai_answers),
    ('answered_by_ai', 0, (fact.ai_answers > 0)::integer),
    ('answered_by_people', 0, (fact.first_responder_id IS NOT NULL)::integer),
    ('unanswered', 0, fact.is_unanswered::integer),
    ('suggestions_offered', 0, fact.has_suggestions::integer),
    ('suggestions_opened', 0, fact.suggestions_opened::integer),
    ('suggestions_helped', 0, fact.suggestions_helped::integer),
    ('handed_over', 0, (fact.handover_reason IS NOT NULL)::integer),
    ('handed_over_' || fact.handover_reason, 0, 1),
    ('confirmed_resolved', 0, fact.is_confirmed::integer),
    ('quiet', 0, fact.is_quiet::integer),
    ('came_back', 0, fact.came_back::integer),
    ('language_' || fact.language, 0, 1),
    ('hour', extract(isodow FROM fact.day)::integer * 24 - 24 + fact.hour, 1),
    ('rating', fact.rating::integer, 1),
    ('first_response', round_seconds(fact.first_response_seconds), 1),
    ('first_response_business', round_seconds(fact.first_response_business_seconds), 1),
    ('resolution', round_seconds(fact.resolution_seconds), 1),
    ('first_ai_reply', round_seconds(fact.first_ai_reply_seconds), 1),
    ('agent_first_response_' || fact.first_responder_id, round_seconds(fact.first_response_seconds), 1),
    ('agent_first_response_business_' || fact.first_responder_id, round_seconds(fact.first_response_business_seconds), 1)
  ) AS m (measure, value, total) WHERE m.measure IS NOT NULL AND m.value IS NOT NULL AND m.total > 0
  UNION ALL
  SELECT m.measure || (a->>'id'), m.value, m.total
  FROM jsonb_array_elements(fact.agents) a, LATERAL (VALUES
    ('agent_conversations_', 0, 1),
    ('agent_messages_', 0, (a->>'messages')::integer),
    ('agent_rating_', fact.rating::integer, 1)
  ) AS m (measure, value, total) WHERE m.value IS NOT NULL
  UNION ALL
  SELECT m.measure || (s->>'id'), 0, 1
  FROM jsonb_array_elements(fact.sources) s, LATERAL (VALUES
    ('source_cited_', s->'isCited'),
    ('source_suggested_', s->'isSuggested'),
    ('source_unhelpful_', s->'isUnhelpful')
  ) AS m (measure, is_counted) WHERE m.is_counted::boolean
$$;

CREATE OR REPLACE FUNCTION round_seconds(seconds integer) RETURNS integer LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE
    WHEN seconds < 100 THEN seconds
    WHEN seconds < 1000 THEN seconds / 10 * 10
    WHEN seconds < 10000 THEN seconds / 100 * 100
    WHEN seconds < 100000 THEN seconds / 1000 * 1000
    ELSE seconds / 10000 * 10000
  END
$$;
