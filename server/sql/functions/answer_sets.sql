-- The draft and the live answers of a project (answer_entries). Triggers keep the draft in step with what people edit, in the same
-- transaction, whichever code path made the change. Every function locks the project's row of answer_states first.

CREATE OR REPLACE FUNCTION add_answer_state() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO answer_states (project_id, company_id) VALUES (NEW.id, NEW.company_id);
  INSERT INTO answer_entries (company_id, project_id, kind, entry_id, content, is_draft, is_live, added_in)
    SELECT NEW.company_id, NEW.id, 'prompt', NEW.id, jsonb_build_object('version', coalesce(max(v.version), 0)), true, true, 1
    FROM prompt_versions v WHERE v.company_id = NEW.company_id AND v.key = 'answer';
  RETURN NULL;
END $$;

-- Makes the entry the draft's, where it is given, and removes the others of the same subject. Live answers follow at once unless the
-- project holds changes back: before the first publish, and in automatic mode without answer tests and reviews.
--   entry: its values; null where the subject is no longer in the draft
--   is_taken_down: a person has removed the subject, which is never held back
--   asks_first: the change waits for the next publish in any case
CREATE OR REPLACE FUNCTION set_draft_entry(
  company uuid, project uuid, subject_kind text, subject uuid, entry answer_entries, is_taken_down boolean,
  asks_first boolean DEFAULT false
) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  state answer_states;
  chosen bigint := -1;
  is_restoring constant boolean := coalesce(current_setting('aichat.restoring', true), '') = 'on';
  has_tests boolean;
  is_followed boolean;
  is_live_changed boolean;
BEGIN
  SELECT * INTO state FROM answer_states s WHERE s.project_id = project FOR UPDATE;
  IF NOT FOUND THEN RETURN; END IF; -- the project is being deleted
  SELECT EXISTS (SELECT FROM answer_tests t WHERE t.project_id = project) INTO has_tests;
  IF entry.content IS NOT NULL THEN
    SELECT a.id INTO chosen FROM answer_entries a
      WHERE a.entry_id = subject AND a.project_id = project AND a.kind = subject_kind AND (a.is_draft OR a.is_live)
        AND a.content = entry.content AND a.version IS NOT DISTINCT FROM entry.version
        AND a.question_language IS NOT DISTINCT FROM entry.question_language
      ORDER BY a.id DESC LIMIT 1;
    IF NOT FOUND THEN
      INSERT INTO answer_entries (company_id, project_id, kind, entry_id, content, version, title, source_url,
          question_language, language)
        VALUES (company, project, subject_kind, subject, entry.content, entry.version, entry.title, entry.source_url,
          entry.question_language, entry.language)
        RETURNING id INTO chosen;
    END IF;
  END IF;
  is_followed := NOT is_restoring AND (is_taken_down OR NOT asks_first AND (state.mode = 'automatic' AND NOT has_tests AND NOT state.requires_review
    OR NOT (SELECT p.is_published FROM projects p WHERE p.id = project)));
  SELECT is_followed AND EXISTS (SELECT FROM answer_entries a
      WHERE a.entry_id = subject AND a.project_id = project AND a.kind = subject_kind AND a.is_live <> (a.id = chosen)
        AND (a.is_live OR a.id = chosen)) INTO is_live_changed;
  UPDATE answer_entries a SET
      is_draft = a.id = chosen,
      is_live = CASE WHEN is_followed THEN a.id = chosen ELSE a.is_live END,
      added_in = CASE WHEN is_followed AND a.id = chosen THEN coalesce(a.added_in, state.revision + 1) ELSE a.added_in END,
      removed_in = CASE WHEN is_followed AND a.is_live AND a.id <> chosen THEN state.revision + 1 ELSE a.removed_in END
    WHERE a.entry_id = subject AND a.project_id = project AND a.kind = subject_kind
      AND (a.is_draft <> (a.id = chosen) OR is_followed AND a.is_live <> (a.id = chosen));
  IF NOT FOUND THEN RETURN; END IF; -- nothing has changed
  DELETE FROM answer_entries a WHERE a.entry_id = subject AND a.project_id = project AND a.kind = subject_kind
    AND NOT a.is_draft AND NOT a.is_live AND a.added_in IS NULL;
  PERFORM note_draft_change(project, is_live_changed, asks_first AND NOT is_followed);
END $$;

-- Counts a change of the draft, and of the live answers where they changed too, and makes the answer tests due. The state is locked.
CREATE OR REPLACE FUNCTION note_draft_change(project uuid, is_live_changed boolean, asks_first boolean)
  RETURNS void LANGUAGE sql AS $$
  UPDATE answer_states s SET
      revision = CASE WHEN is_live_changed THEN s.revision + 1 ELSE s.revision END,
      draft_change = s.draft_change + 1,
      awaits_publish = (s.awaits_publish OR asks_first) AND EXISTS (
        SELECT FROM answer_entries a WHERE a.project_id = project AND a.is_draft <> a.is_live),
      changed_at = CASE WHEN t.has_tests THEN coalesce(s.changed_at, now()) END,
      due_at = CASE WHEN t.has_tests THEN
        least(now() + interval '1 second', coalesce(s.changed_at, now()) + interval '5 seconds') END
    FROM (SELECT EXISTS (SELECT FROM answer_tests t WHERE t.project_id = project)) AS t (has_tests)
    WHERE s.project_id = project;
$$;

-- Removes items or FAQs from the draft and from the live answers, whatever holds other changes back.
CREATE OR REPLACE FUNCTION take_down_entries(project uuid, subject_kind text, subjects uuid[])
  RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  current integer;
  is_live_changed boolean;
BEGIN
  SELECT revision INTO current FROM answer_states s WHERE s.project_id = project FOR UPDATE;
  SELECT EXISTS (SELECT FROM answer_entries a
    WHERE a.entry_id = ANY (subjects) AND a.project_id = project AND a.kind = subject_kind AND a.is_live) INTO is_live_changed;
  UPDATE answer_entries a SET is_draft = false, is_live = false,
      removed_in = CASE WHEN a.is_live THEN current + 1 ELSE a.removed_in END
    WHERE a.entry_id = ANY (subjects) AND a.project_id = project AND a.kind = subject_kind AND (a.is_draft OR a.is_live);
  IF FOUND THEN PERFORM note_draft_change(project, is_live_changed, false); END IF;
  DELETE FROM answer_entries a WHERE a.entry_id = ANY (subjects) AND a.project_id = project AND a.kind = subject_kind
    AND NOT a.is_draft AND NOT a.is_live AND a.added_in IS NULL;
  IF subject_kind = 'item' THEN PERFORM archive_unused_versions(item) FROM unnest(subjects) AS item; END IF;
END $$;

-- An item is in the draft while it is embedded and enabled, and its source is not being deleted. When a person disables or deletes
-- it, it leaves the live answers too.
-- Other changes of a disabled item do not take it down: a restored draft may have disabled it while it is still live.
-- What a refresh finds, new content or that a page is gone, waits for a publish where the page or its source asks first.
CREATE OR REPLACE FUNCTION update_item_entry() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  item knowledge_items := CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
  is_gone constant boolean := TG_OP = 'DELETE' AND coalesce(current_setting('aichat.refreshing', true), '') = 'on';
  is_taken_down constant boolean := CASE TG_OP WHEN 'DELETE' THEN NOT is_gone OR NOT OLD.is_enabled
    WHEN 'UPDATE' THEN OLD.is_enabled AND NOT NEW.is_enabled ELSE false END;
  entry answer_entries;
BEGIN
  IF TG_OP <> 'DELETE' AND item.is_enabled AND item.status = 'embedded' AND NOT EXISTS (
      SELECT FROM sources s WHERE s.id = item.source_id AND s.deletion_requested_at IS NOT NULL) THEN
    SELECT jsonb_build_object('type', item.type), v.version, v.title, item.source_url, item.question_language, v.language
      INTO entry.content, entry.version, entry.title, entry.source_url, entry.question_language, entry.language
      FROM knowledge_versions v WHERE v.item_id = item.id AND v.version = item.version;
  END IF;
  PERFORM set_draft_entry(item.company_id, item.project_id, 'item', item.id, entry, is_taken_down,
    (entry.content IS NOT NULL OR is_gone) AND (item.asks_before_publish
        OR EXISTS (SELECT FROM sources s WHERE s.id = item.source_id AND s.asks_before_publish))
      AND EXISTS (SELECT FROM answer_entries a
        WHERE a.entry_id = item.id AND a.is_live AND a.version IS DISTINCT FROM entry.version));
  IF TG_OP = 'DELETE' THEN PERFORM archive_unused_versions(item.id); END IF;
  RETURN NULL;
END $$;

-- The content of an FAQ's entry is its editable columns. Columns that are false or null are omitted, so that an entry does not
-- differ from one that was stored before such a column was added.
CREATE OR REPLACE FUNCTION update_text_entry() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  entry answer_entries;
  project uuid;
BEGIN
  IF TG_TABLE_NAME = 'prompt_versions' THEN
    entry.content := jsonb_build_object('version', NEW.version);
    FOR project IN SELECT p.id FROM projects p WHERE p.company_id = NEW.company_id ORDER BY p.id LOOP
      PERFORM set_draft_entry(NEW.company_id, project, 'prompt', project, entry, false);
    END LOOP;
  ELSIF TG_TABLE_NAME = 'agent_profiles' THEN
    entry.content := to_jsonb(NEW) - 'company_id' - 'project_id';
    PERFORM set_draft_entry(NEW.company_id, NEW.project_id, 'profile', NEW.project_id, entry, false);
  ELSIF TG_OP = 'DELETE' THEN
    PERFORM set_draft_entry(OLD.company_id, OLD.project_id, 'faq', OLD.id, entry, true);
  ELSE
    SELECT jsonb_object_agg(c.key, c.value) INTO entry.content FROM jsonb_each(to_jsonb(NEW)) AS c
      WHERE c.key <> ALL ('{id,company_id,project_id,position,created_at}') AND c.value NOT IN ('null', 'false');
    PERFORM set_draft_entry(NEW.company_id, NEW.project_id, 'faq', NEW.id, entry, false);
  END IF;
  RETURN NULL;
END $$;

-- Makes the draft live. Returns the revision of the live answers.
CREATE OR REPLACE FUNCTION publish_answers(project uuid) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  current integer;
  replaced uuid[];
BEGIN
  SELECT revision INTO current FROM answer_states s WHERE s.project_id = project FOR UPDATE;
  SELECT array_agg(DISTINCT entry_id) INTO replaced FROM answer_entries
    WHERE project_id = project AND kind = 'item' AND is_live AND NOT is_draft;
  UPDATE answer_entries SET is_live = is_draft,
      added_in = CASE WHEN is_draft THEN current + 1 ELSE added_in END,
      removed_in = CASE WHEN is_live THEN current + 1 ELSE removed_in END
    WHERE project_id = project AND is_draft <> is_live;
  IF FOUND THEN current := current + 1; END IF;
  UPDATE answer_states SET revision = current, awaits_publish = false WHERE project_id = project;
  PERFORM archive_unused_versions(item) FROM unnest(replaced) AS item;
  RETURN current;
END $$;

-- Deletes the versions of an item that neither the item nor any release has. The chunks of those that only the history has are
-- stored beside their text, out of the search index, until a release is restored.
CREATE OR REPLACE FUNCTION archive_unused_versions(item uuid) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  unused integer[];
BEGIN
  DELETE FROM knowledge_versions v WHERE v.item_id = item
    AND NOT EXISTS (SELECT FROM knowledge_items i WHERE i.id = item AND i.version = v.version)
    AND NOT EXISTS (SELECT FROM answer_entries a WHERE a.entry_id = item AND a.version = v.version);
  SELECT array_agg(v.version) INTO unused FROM knowledge_versions v WHERE v.item_id = item AND v.archived_chunks IS NULL
    AND NOT EXISTS (SELECT FROM knowledge_items i WHERE i.id = item AND i.version = v.version)
    AND NOT EXISTS (SELECT FROM answer_entries a
      WHERE a.entry_id = item AND a.version = v.version AND (a.is_draft OR a.is_live));
  IF unused IS NULL THEN RETURN; END IF;
  UPDATE knowledge_versions v SET archived_chunks = coalesce((
      SELECT jsonb_agg(jsonb_build_object('heading', c.heading, 'headings', c.headings, 'body', c.body,
        'start', c.start_offset, 'end', c.end_offset, 'overlap', c.overlap) ORDER BY c.position)
      FROM knowledge_chunks c WHERE c.item_id = item AND c.version = v.version), '[]')
    WHERE v.item_id = item AND v.version = ANY (unused);
  DELETE FROM knowledge_chunks c WHERE c.item_id = item AND c.version = ANY (unused);
  IF to_regclass('public.knowledge_vectors') IS NOT NULL THEN
    EXECUTE 'DELETE FROM knowledge_vectors WHERE item_id = $1 AND version = ANY ($2)' USING item, unused;
  END IF;
END $$;

-- Maintains in how many chunks of the draft and of the live answers each word occurs (its document frequency). The row of the empty
-- word counts the chunks.
CREATE OR REPLACE FUNCTION count_answer_words() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM add_answer_words(array_agg(entry_id), array_agg(version), array_agg(is_draft::int), array_agg(is_live::int))
      FROM after WHERE kind = 'item' AND (is_draft OR is_live);
  ELSE
    PERFORM add_answer_words(array_agg(a.entry_id), array_agg(a.version), array_agg(a.is_draft::int - b.is_draft::int),
        array_agg(a.is_live::int - b.is_live::int))
      FROM after a JOIN before b ON b.id = a.id
      WHERE a.kind = 'item' AND (a.is_draft <> b.is_draft OR a.is_live <> b.is_live);
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION add_answer_words(items uuid[], versions integer[], drafts integer[], lives integer[])
  RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF items IS NULL THEN RETURN; END IF;
  INSERT INTO knowledge_word_counts AS k (company_id, project_id, word, chunk_count, live_chunk_count)
    SELECT c.company_id, c.project_id, w.word, sum(d.draft), sum(d.live)
    FROM unnest(items, versions, drafts, lives) AS d (item, version, draft, live)
    JOIN knowledge_chunks c ON c.item_id = d.item AND c.version = d.version
    CROSS JOIN LATERAL unnest(tsvector_to_array(c.search_vector) || ''::text) AS w (word)
    GROUP BY 1, 2, 3 HAVING sum(d.draft) <> 0 OR sum(d.live) <> 0
    ON CONFLICT (project_id, word) DO UPDATE SET
      chunk_count = k.chunk_count + excluded.chunk_count,
      live_chunk_count = k.live_chunk_count + excluded.live_chunk_count;
  IF -1 = ANY (drafts || lives) THEN
    DELETE FROM knowledge_word_counts k
      USING (SELECT DISTINCT c.project_id FROM knowledge_chunks c WHERE c.item_id = ANY (items)) p
      WHERE k.project_id = p.project_id AND k.chunk_count <= 0 AND k.live_chunk_count <= 0;
  END IF;
END $$;
