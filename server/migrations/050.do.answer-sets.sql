-- Processes of the release before must be stopped: they write knowledge without versions, which this migration no longer supports.
DROP TRIGGER reset_version ON knowledge_items;
DROP FUNCTION reset_knowledge_version();
DROP TABLE knowledge_texts;
DROP FUNCTION store_first_knowledge_version();
DROP TABLE answer_test_schedules;

-- What the AI says, in two sets: the draft, which people edit, and the live answers, which visitors get. Both share immutable rows
-- that also keep the history: a row was live from revision added_in until before removed_in.
CREATE TABLE answer_states (
  project_id uuid PRIMARY KEY,
  company_id uuid NOT NULL,
  mode text NOT NULL DEFAULT 'automatic' CHECK (mode IN ('automatic', 'manual')),
  -- Incremented whenever the live answers change.
  revision integer NOT NULL DEFAULT 1,
  -- Incremented whenever the draft changes.
  draft_change bigint NOT NULL DEFAULT 0,
  -- The draft that the last finished run of the answer tests has tested, and the tests that failed; null when it must run again.
  tested_change bigint,
  failed_tests uuid[] NOT NULL DEFAULT '{}',
  -- The draft was restored, or a source asks first: it goes live with the next publish only.
  awaits_publish boolean NOT NULL DEFAULT false,
  -- When the answer tests are due, and the first change since they ran.
  changed_at timestamptz,
  due_at timestamptz,
  FOREIGN KEY (company_id, project_id) REFERENCES projects (company_id, id) ON DELETE CASCADE
);
CREATE INDEX answer_states_due ON answer_states (due_at) WHERE due_at IS NOT NULL;

-- The members of the sets: knowledge items (a version; its text may have been erased since, so there is no reference), FAQs, the
-- agent's profile, and the version of the company's prompt.
CREATE TABLE answer_entries (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id uuid NOT NULL,
  project_id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('item', 'faq', 'profile', 'prompt')),
  -- The item or FAQ; the project for the other kinds.
  entry_id uuid NOT NULL,
  content jsonb NOT NULL,
  -- For items only: what the search reads.
  version integer,
  title text,
  source_url text,
  question_language text,
  language regconfig,
  is_draft boolean NOT NULL DEFAULT false,
  is_live boolean NOT NULL DEFAULT false,
  added_in integer,
  removed_in integer,
  created_at timestamptz NOT NULL DEFAULT now(),
  FOREIGN KEY (company_id, project_id) REFERENCES projects (company_id, id) ON DELETE CASCADE
);
CREATE INDEX answer_entries_entry ON answer_entries (entry_id);
CREATE INDEX answer_entries_draft ON answer_entries (project_id, kind, entry_id) WHERE is_draft;
CREATE INDEX answer_entries_live ON answer_entries (project_id, kind, entry_id) WHERE is_live;
CREATE INDEX answer_entries_difference ON answer_entries (project_id) WHERE is_draft <> is_live;
CREATE INDEX answer_entries_history ON answer_entries (project_id, added_in);

-- The answers at the time of a publish; null for a release from before this migration.
ALTER TABLE releases ADD COLUMN revision integer;
-- The draft that a run tested, and what visitors got at that time.
ALTER TABLE answer_test_runs ADD COLUMN draft_change bigint;
ALTER TABLE answer_test_results ADD COLUMN live_answer text;
-- Whether content that a source has read again goes live like any other change, or with the next publish.
ALTER TABLE sources ADD COLUMN asks_before_publish boolean NOT NULL DEFAULT false;

-- A version survives its item for as long as a release has it. Without an item or set that uses it, its chunks are stored here.
ALTER TABLE knowledge_versions
  ADD COLUMN archived_chunks jsonb,
  -- The text of a person, from which the content was read.
  ADD COLUMN raw_text text;
DO $$
DECLARE
  name text;
BEGIN
  SELECT conname INTO name FROM pg_constraint
    WHERE conrelid = 'knowledge_versions'::regclass AND confrelid = 'knowledge_items'::regclass;
  EXECUTE format('ALTER TABLE knowledge_versions DROP CONSTRAINT %I', name);
END $$;
ALTER TABLE knowledge_versions
  ADD FOREIGN KEY (company_id, project_id) REFERENCES projects (company_id, id) ON DELETE CASCADE;

-- In how many chunks of each set a word occurs; chunk_count is that of the draft.
ALTER TABLE knowledge_word_counts ADD COLUMN live_chunk_count integer NOT NULL DEFAULT 0;
DO $$
DECLARE
  t record;
BEGIN
  FOR t IN SELECT tgname, tgrelid::regclass AS name FROM pg_trigger WHERE NOT tgisinternal AND tgfoid IN
    (SELECT oid FROM pg_proc WHERE proname IN ('update_knowledge_word_counts', 'count_words_of_item', 'schedule_answer_tests'))
  LOOP
    EXECUTE format('DROP TRIGGER %I ON %s', t.tgname, t.name);
  END LOOP;
END $$;
DROP FUNCTION IF EXISTS update_knowledge_word_counts();
DROP FUNCTION IF EXISTS count_words_of_item();
DROP FUNCTION IF EXISTS schedule_answer_tests();

DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['projects', 'knowledge_items', 'knowledge_versions', 'knowledge_chunks', 'knowledge_word_counts',
    'faqs', 'agent_profiles', 'prompt_versions', 'releases'] LOOP
    EXECUTE format('ALTER TABLE %I NO FORCE ROW LEVEL SECURITY', name);
  END LOOP;
END $$;
UPDATE knowledge_versions v SET raw_text = i.raw_text FROM knowledge_items i
  WHERE i.id = v.item_id AND i.version = v.version AND i.type = 'manual' AND i.raw_text <> v.text;
INSERT INTO answer_states (project_id, company_id) SELECT id, company_id FROM projects;
INSERT INTO answer_entries (company_id, project_id, kind, entry_id, content, version, title, source_url, question_language,
    language, is_draft, is_live, added_in)
  SELECT i.company_id, i.project_id, 'item', i.id, jsonb_build_object('type', i.type), i.version, v.title, i.source_url,
    i.question_language, i.language, true, true, 1
  FROM knowledge_items i JOIN knowledge_versions v ON v.item_id = i.id AND v.version = i.version
  WHERE i.status = 'embedded' AND i.is_enabled;
INSERT INTO answer_entries (company_id, project_id, kind, entry_id, content, is_draft, is_live, added_in)
  SELECT company_id, project_id, 'faq', id, jsonb_build_object('question', question, 'answer', answer), true, true, 1 FROM faqs
  UNION ALL
  SELECT company_id, project_id, 'profile', project_id, to_jsonb(p) - 'company_id' - 'project_id', true, true, 1
  FROM agent_profiles p
  UNION ALL
  SELECT p.company_id, p.id, 'prompt', p.id,
    jsonb_build_object('version', coalesce((SELECT max(version) FROM prompt_versions v
      WHERE v.company_id = p.company_id AND v.key = 'answer'), 0)), true, true, 1
  FROM projects p;
UPDATE releases r SET revision = 1
  WHERE number = (SELECT max(number) FROM releases o WHERE o.project_id = r.project_id);
DELETE FROM knowledge_word_counts;
INSERT INTO knowledge_word_counts (company_id, project_id, word, chunk_count, live_chunk_count)
  SELECT c.company_id, c.project_id, w.word, count(*), count(*)
  FROM answer_entries a JOIN knowledge_chunks c ON a.kind = 'item' AND c.item_id = a.entry_id AND c.version = a.version
  CROSS JOIN LATERAL unnest(tsvector_to_array(c.search_vector) || ''::text) AS w (word)
  GROUP BY 1, 2, 3;
DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['projects', 'knowledge_items', 'knowledge_versions', 'knowledge_chunks', 'knowledge_word_counts',
    'faqs', 'agent_profiles', 'prompt_versions', 'releases'] LOOP
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
  END LOOP;
  FOREACH name IN ARRAY ARRAY['answer_states', 'answer_entries'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
    EXECUTE format('CREATE POLICY tenant_isolation ON %I FOR ALL TO aichat_app
      USING (company_id = (SELECT current_company())) WITH CHECK (company_id = (SELECT current_company()))', name);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO aichat_app', name);
  END LOOP;
END $$;
GRANT SELECT (project_id, company_id, due_at) ON answer_states TO aichat_lookup;
CREATE POLICY lookup ON answer_states FOR SELECT TO aichat_lookup USING (due_at IS NOT NULL);
-- The search filters by the caller's company itself.
GRANT SELECT (company_id, project_id, kind, entry_id, version, question_language, is_draft, is_live) ON answer_entries
  TO aichat_search;
CREATE POLICY search ON answer_entries FOR SELECT TO aichat_search USING (true);
DROP FUNCTION IF EXISTS search_knowledge_chunks(uuid, text[], real[], integer, integer, text);

-- The functions are in sql/functions.
CREATE FUNCTION add_answer_state() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$;
CREATE TRIGGER add_answer_state AFTER INSERT ON projects FOR EACH ROW EXECUTE FUNCTION add_answer_state();
CREATE FUNCTION update_item_entry() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$;
CREATE TRIGGER update_item_entry_on_insert AFTER INSERT ON knowledge_items FOR EACH ROW
  WHEN (NEW.status = 'embedded') EXECUTE FUNCTION update_item_entry();
CREATE TRIGGER update_item_entry_on_update AFTER UPDATE ON knowledge_items FOR EACH ROW
  WHEN (OLD.status <> NEW.status OR OLD.version <> NEW.version OR OLD.is_enabled <> NEW.is_enabled
    OR OLD.question_language IS DISTINCT FROM NEW.question_language)
  EXECUTE FUNCTION update_item_entry();
CREATE TRIGGER update_item_entry_on_delete AFTER DELETE ON knowledge_items FOR EACH ROW EXECUTE FUNCTION update_item_entry();
CREATE FUNCTION update_text_entry() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$;
CREATE TRIGGER update_text_entry AFTER INSERT OR UPDATE OF question, answer OR DELETE ON faqs FOR EACH ROW
  EXECUTE FUNCTION update_text_entry();
CREATE TRIGGER update_text_entry AFTER INSERT OR UPDATE ON agent_profiles FOR EACH ROW EXECUTE FUNCTION update_text_entry();
CREATE TRIGGER update_text_entry AFTER INSERT ON prompt_versions FOR EACH ROW
  WHEN (NEW.key = 'answer') EXECUTE FUNCTION update_text_entry();
CREATE FUNCTION count_answer_words() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$;
CREATE TRIGGER count_words_on_insert AFTER INSERT ON answer_entries REFERENCING NEW TABLE AS after FOR EACH STATEMENT
  EXECUTE FUNCTION count_answer_words();
CREATE TRIGGER count_words_on_update AFTER UPDATE ON answer_entries REFERENCING OLD TABLE AS before NEW TABLE AS after
  FOR EACH STATEMENT EXECUTE FUNCTION count_answer_words();
