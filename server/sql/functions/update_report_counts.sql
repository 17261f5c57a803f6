-- Maintains report_counts and report_distributions after rows of session_facts were added, changed or deleted, so that a report of a year
-- does not read every conversation.
CREATE OR REPLACE FUNCTION update_report_counts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM change_report_sums((SELECT array_agg(a::session_facts) FROM added a), NULL);
  ELSIF TG_OP = 'UPDATE' THEN
    PERFORM change_report_sums(
      (SELECT array_agg(a::session_facts) FROM added a), (SELECT array_agg(r::session_facts) FROM removed r));
  ELSE
    PERFORM change_report_sums(NULL, (SELECT array_agg(r::session_facts) FROM removed r));
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION change_report_sums(added session_facts[], removed session_facts[]) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  IF added IS NULL AND removed IS NULL THEN RETURN; END IF;
  PERFORM change_report_counts(added, removed);
  PERFORM change_report_distributions(added, removed);
END $$;

-- Adds what facts count to the sums of their days, and subtracts it for removed ones. Sums that only decrease are never inserted:
-- those of a deleted company stay deleted.
CREATE OR REPLACE FUNCTION change_report_counts(added session_facts[], removed session_facts[]) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  WITH changes AS (
    SELECT f.company_id, f.day, f.project_id, f.language, f.label_ids, m.measure, sum(m.total * c.sign) AS total
    FROM list_changed_facts(added, removed) c, LATERAL (SELECT (c.fact).*) f, list_report_counts(c.fact) m
    GROUP BY 1, 2, 3, 4, 5, 6
  ), sums AS (
    SELECT c.company_id, s.unit, s.day, s.project_id, s.segment, c.measure, sum(c.total)::integer AS total
    FROM changes c, list_report_scopes(c.day, c.project_id, c.language, c.label_ids) s
    WHERE (s.unit = 'day' OR is_of_agent_or_source(c.measure)) AND is_counted_in(c.measure, s.project_id)
    GROUP BY 1, 2, 3, 4, 5, 6 HAVING sum(c.total) <> 0
  ), subtracted AS (
    UPDATE report_counts r SET total = r.total + s.total FROM sums s
    WHERE s.total < 0 AND r.company_id = s.company_id AND r.unit = s.unit AND r.day = s.day AND r.project_id = s.project_id
      AND r.segment = s.segment AND r.measure = s.measure
  )
  INSERT INTO report_counts AS r (company_id, unit, day, project_id, segment, measure, total)
  SELECT * FROM sums s WHERE s.total > 0
  ON CONFLICT (company_id, project_id, segment, unit, measure, day) DO UPDATE SET total = r.total + excluded.total;
END $$;

-- The same for distributions.
CREATE OR REPLACE FUNCTION change_report_distributions(added session_facts[], removed session_facts[]) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  WITH changes AS (
    SELECT f.company_id, f.day, f.project_id, f.language, f.label_ids, m.measure, m.value, sum(c.sign) AS total
    FROM list_changed_facts(added, removed) c, LATERAL (SELECT (c.fact).*) f, list_report_values(c.fact) m
    GROUP BY 1, 2, 3, 4, 5, 6, 7
  ), sums AS (
    SELECT c.company_id, s.unit, s.day, s.project_id, s.segment, c.measure, c.value, sum(c.total)::integer AS total
    FROM changes c, list_report_scopes(c.day, c.project_id, c.language, c.label_ids) s
    WHERE is_counted_in(c.measure, s.project_id)
    GROUP BY 1, 2, 3, 4, 5, 6, 7 HAVING sum(c.total) <> 0
  ), distributions AS (
    SELECT company_id, unit, day, project_id, segment, measure, array_agg(value ORDER BY value) AS distinct_values,
      array_agg(total ORDER BY value) AS totals, bool_or(total > 0) AS is_added
    FROM sums GROUP BY 1, 2, 3, 4, 5, 6
  ), subtracted AS (
    UPDATE report_distributions r SET (distinct_values, totals) = (
      SELECT a.distinct_values, a.totals FROM add_distributions(r.distinct_values, r.totals, d.distinct_values, d.totals) a)
    FROM distributions d
    WHERE NOT d.is_added AND r.company_id = d.company_id AND r.unit = d.unit AND r.day = d.day AND r.project_id = d.project_id
      AND r.segment = d.segment AND r.measure = d.measure
  )
  INSERT INTO report_distributions AS r (company_id, unit, day, project_id, segment, measure, distinct_values, totals)
  SELECT d.company_id, d.unit, d.day, d.project_id, d.segment, d.measure, d.distinct_values, d.totals FROM distributions d WHERE d.is_added
  ON CONFLICT (company_id, project_id, segment, unit, measure, day) DO UPDATE SET (distinct_values, totals) = (
    SELECT a.distinct_values, a.totals FROM add_distributions(r.distinct_values, r.totals, excluded.distinct_values, excluded.totals) a);
END $$;

-- Adds the totals of equal values. Values that do not occur any more are left out.
CREATE OR REPLACE FUNCTION add_distributions(values_1 integer[], totals_1 integer[], values_2 integer[], totals_2 integer[])
RETURNS TABLE (distinct_values integer[], totals integer[]) LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(array_agg(s.value ORDER BY s.value), '{}'), coalesce(array_agg(s.total ORDER BY s.value), '{}')
  FROM (
    SELECT o.value, sum(o.total)::integer AS total
    FROM unnest(values_1 || values_2, totals_1 || totals_2) o (value, total) GROUP BY o.value HAVING sum(o.total) <> 0
  ) s
$$;

CREATE OR REPLACE FUNCTION list_changed_facts(added session_facts[], removed session_facts[])
RETURNS TABLE (fact session_facts, sign integer) LANGUAGE sql IMMUTABLE AS $$
  SELECT a, 1 FROM unnest(added) a UNION ALL SELECT r, -1 FROM unnest(removed) r
$$;

-- Where a conversation is counted: on its day and in its month; in its project and for all projects; in total, for its language and
-- for each of its labels.
CREATE OR REPLACE FUNCTION list_report_scopes(day date, project_id uuid, language text, label_ids uuid[])
RETURNS TABLE (unit text, day date, project_id uuid, segment text) LANGUAGE sql IMMUTABLE AS $$
  SELECT u.unit, u.day, p.id, s.segment
  FROM (VALUES ('day', $1), ('month', date_trunc('month', $1::timestamp)::date)) u (unit, day),
    (VALUES ($2), ('00000000-0000-0000-0000-000000000000')) p (id),
    unnest(ARRAY['*', $3] || $4::text[]) s (segment)
$$;

CREATE OR REPLACE FUNCTION is_of_agent_or_source(measure text) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT starts_with(measure, 'agent_') OR starts_with(measure, 'source_')
$$;

-- A source belongs to one project, and is not counted for all of them.
CREATE OR REPLACE FUNCTION is_counted_in(measure text, project_id uuid) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT project_id <> '00000000-0000-0000-0000-000000000000' OR NOT starts_with(measure, 'source_')
$$;

-- What one row of session_facts adds to sums.
CREATE OR REPLACE FUNCTION list_report_counts(fact session_facts)
RETURNS TABLE (measure text, total integer) LANGUAGE sql IMMUTABLE AS $$
  SELECT * FROM (VALUES
    ('conversations', 1),
    ('messages', fact.messages),
    ('ai_answers', fact.ai_answers),
    ('answered_by_ai', (fact.ai_answers > 0)::integer),
    ('answered_by_people', (fact.first_responder_id IS NOT NULL)::integer),
    ('unanswered', fact.is_unanswered::integer),
    ('suggestions_offered', fact.has_suggestions::integer),
    ('suggestions_opened', fact.suggestions_opened::integer),
    ('suggestions_helped', fact.suggestions_helped::integer),
    ('handed_over', (fact.handover_reason IS NOT NULL)::integer),
    ('handed_over_' || fact.handover_reason, 1),
    ('confirmed_resolved', fact.is_confirmed::integer),
    ('quiet', fact.is_quiet::integer),
    ('came_back', fact.came_back::integer),
    ('language_' || fact.language, 1)
  ) AS m (measure, total) WHERE m.measure IS NOT NULL AND m.total > 0
  UNION ALL
  SELECT m.measure || (a->>'id'), m.total
  FROM jsonb_array_elements(fact.agents) a, LATERAL (VALUES
    ('agent_conversations_', 1),
    ('agent_messages_', (a->>'messages')::integer)
  ) AS m (measure, total)
  UNION ALL
  SELECT m.measure || (s->>'id'), 1
  FROM jsonb_array_elements(fact.sources) s, LATERAL (VALUES
    ('source_cited_', s->'isCited'),
    ('source_suggested_', s->'isSuggested'),
    ('source_unhelpful_', s->'isUnhelpful')
  ) AS m (measure, is_counted) WHERE m.is_counted::boolean
$$;

-- The values of one row of session_facts. Those of `hour` are hours of the week, 0 to 167. Times have two significant digits, rounded
-- down: 47 s, 120 s, 130 s.
CREATE OR REPLACE FUNCTION list_report_values(fact session_facts)
RETURNS TABLE (measure text, value integer) LANGUAGE sql IMMUTABLE AS $$
  SELECT * FROM (VALUES
    ('hour', extract(isodow FROM fact.day)::integer * 24 - 24 + fact.hour),
    ('rating', fact.rating::integer),
    ('first_response', round_seconds(fact.first_response_seconds)),
    ('first_response_business', round_seconds(fact.first_response_business_seconds)),
    ('resolution', round_seconds(fact.resolution_seconds)),
    ('first_ai_reply', round_seconds(fact.first_ai_reply_seconds)),
    ('agent_first_response_' || fact.first_responder_id, round_seconds(fact.first_response_seconds)),
    ('agent_first_response_business_' || fact.first_responder_id, round_seconds(fact.first_response_business_seconds))
  ) AS m (measure, value) WHERE m.measure IS NOT NULL AND m.value IS NOT NULL
  UNION ALL
  SELECT 'agent_rating_' || (a->>'id'), fact.rating::integer FROM jsonb_array_elements(fact.agents) a WHERE fact.rating IS NOT NULL
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
