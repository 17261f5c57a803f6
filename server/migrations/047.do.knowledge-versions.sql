-- What was read from an item, in immutable versions. An item points at its current version; equal content has the same version.
-- Version 1 is the content from before this migration, or of a process of the release before: only that one is overwritten.
ALTER TABLE knowledge_items
  ADD COLUMN version integer NOT NULL DEFAULT 1,
  -- Incremented when a person changes the item, to detect concurrent edits.
  ADD COLUMN revision integer NOT NULL DEFAULT 1,
  -- Replaces the title that the content brings.
  ADD COLUMN custom_title text,
  ADD COLUMN is_enabled boolean NOT NULL DEFAULT true,
  -- The item is used only for questions in this language; null for all.
  ADD COLUMN question_language text;

CREATE TABLE knowledge_versions (
  company_id uuid NOT NULL,
  project_id uuid NOT NULL,
  item_id uuid NOT NULL,
  version integer NOT NULL,
  content_hash text NOT NULL,
  title text NOT NULL,
  text text NOT NULL,
  language regconfig NOT NULL,
  chunk_count integer, -- null for version 1
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (item_id, version),
  UNIQUE (company_id, project_id, item_id, version),
  UNIQUE (item_id, content_hash),
  FOREIGN KEY (company_id, project_id, item_id)
    REFERENCES knowledge_items (company_id, project_id, id) ON DELETE CASCADE
);

-- The owner of a table bypasses its policy only where that is not forced.
ALTER TABLE knowledge_items NO FORCE ROW LEVEL SECURITY;
ALTER TABLE knowledge_texts NO FORCE ROW LEVEL SECURITY;
ALTER TABLE knowledge_chunks NO FORCE ROW LEVEL SECURITY;
INSERT INTO knowledge_versions (company_id, project_id, item_id, version, content_hash, title, text, language)
SELECT i.company_id, i.project_id, i.id, 1, coalesce(i.content_hash, ''), i.title, coalesce(t.text, ''), i.language
FROM knowledge_items i LEFT JOIN knowledge_texts t ON t.item_id = i.id
WHERE t.item_id IS NOT NULL OR EXISTS (SELECT FROM knowledge_chunks c WHERE c.item_id = i.id);
DELETE FROM knowledge_texts;
ALTER TABLE knowledge_items FORCE ROW LEVEL SECURITY;
ALTER TABLE knowledge_texts FORCE ROW LEVEL SECURITY;
ALTER TABLE knowledge_chunks FORCE ROW LEVEL SECURITY;

ALTER TABLE knowledge_versions ENABLE ROW LEVEL SECURITY;
ALTER TABLE knowledge_versions FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_isolation ON knowledge_versions FOR ALL TO aichat_app
  USING (company_id = (SELECT current_company())) WITH CHECK (company_id = (SELECT current_company()));
GRANT SELECT, INSERT, UPDATE, DELETE ON knowledge_versions TO aichat_app;
CREATE INDEX knowledge_versions_project ON knowledge_versions (company_id, project_id);

-- Chunks and vectors belong to a version, and disappear with it.
DO $$
DECLARE
  name text;
  key text;
BEGIN
  FOREACH name IN ARRAY ARRAY['knowledge_chunks', 'knowledge_vectors'] LOOP
    CONTINUE WHEN to_regclass('public.' || name) IS NULL;
    EXECUTE format('ALTER TABLE %I ADD COLUMN version integer NOT NULL DEFAULT 1', name);
    FOR key IN
      SELECT conname FROM pg_constraint WHERE conrelid = name::regclass AND contype IN ('p', 'f')
    LOOP
      EXECUTE format('ALTER TABLE %I DROP CONSTRAINT %I', name, key);
    END LOOP;
    EXECUTE format('ALTER TABLE %I ADD PRIMARY KEY (item_id, version, position)', name);
    EXECUTE format(
      'ALTER TABLE %I ADD CONSTRAINT %I FOREIGN KEY (company_id, project_id, item_id, version)
         REFERENCES knowledge_versions (company_id, project_id, item_id, version) ON DELETE CASCADE',
      name, name || '_version_fkey');
  END LOOP;
END $$;
GRANT SELECT (version) ON knowledge_chunks TO aichat_search;
GRANT SELECT (version, is_enabled, question_language) ON knowledge_items TO aichat_search;

-- A process of the release before writes version 1: it stores the text in knowledge_texts and does not know versions.
CREATE FUNCTION reset_knowledge_version() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NEW; END $$;
CREATE TRIGGER reset_version BEFORE UPDATE ON knowledge_items FOR EACH ROW
  WHEN (OLD.content_hash IS DISTINCT FROM NEW.content_hash AND OLD.version = NEW.version AND OLD.version > 1)
  EXECUTE FUNCTION reset_knowledge_version();
CREATE FUNCTION store_first_knowledge_version() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NEW; END $$;
CREATE TRIGGER store_first_version BEFORE INSERT ON knowledge_texts FOR EACH ROW
  EXECUTE FUNCTION store_first_knowledge_version();

-- The words of a disabled item are not counted.
CREATE FUNCTION count_words_of_item() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NEW; END $$;
CREATE TRIGGER count_words_on_update AFTER UPDATE ON knowledge_items FOR EACH ROW
  WHEN (OLD.is_enabled <> NEW.is_enabled) EXECUTE FUNCTION count_words_of_item();
CREATE TRIGGER count_words_on_delete BEFORE DELETE ON knowledge_items FOR EACH ROW
  WHEN (NOT OLD.is_enabled) EXECUTE FUNCTION count_words_of_item();

-- Answer tests also run again when an item is enabled or disabled, or its language changes.
DROP TRIGGER schedule_answer_tests_on_update ON knowledge_items;
CREATE TRIGGER schedule_answer_tests_on_update AFTER UPDATE ON knowledge_items FOR EACH ROW
  WHEN (OLD.status <> NEW.status AND 'embedded' IN (OLD.status, NEW.status)
    OR NEW.status = 'embedded' AND (OLD.content_hash IS DISTINCT FROM NEW.content_hash
      OR OLD.is_enabled <> NEW.is_enabled OR OLD.question_language IS DISTINCT FROM NEW.question_language))
  EXECUTE FUNCTION schedule_answer_tests();
