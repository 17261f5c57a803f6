-- What a desk has beside the conversations themselves.

CREATE TABLE labels (
  id uuid PRIMARY KEY,
  company_id uuid NOT NULL REFERENCES companies ON DELETE CASCADE,
  name text NOT NULL,
  tone text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (company_id, id)
);
CREATE UNIQUE INDEX labels_name ON labels (company_id, lower(name));

CREATE TABLE session_labels (
  company_id uuid NOT NULL,
  session_id uuid NOT NULL,
  label_id uuid NOT NULL,
  PRIMARY KEY (session_id, label_id),
  FOREIGN KEY (company_id, session_id) REFERENCES sessions (company_id, id) ON DELETE CASCADE,
  FOREIGN KEY (company_id, label_id) REFERENCES labels (company_id, id) ON DELETE CASCADE
);
CREATE INDEX session_labels_label ON session_labels (label_id);

CREATE TABLE saved_replies (
  id uuid PRIMARY KEY,
  company_id uuid NOT NULL REFERENCES companies ON DELETE CASCADE,
  name text NOT NULL,
  text text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX saved_replies_name ON saved_replies (company_id, lower(name));

-- What colleagues tell each other. A note has no seq: visitors count theirs, and must not find gaps.
CREATE TABLE notes (
  id uuid PRIMARY KEY,
  company_id uuid NOT NULL,
  session_id uuid NOT NULL,
  author_id uuid, -- null once the author has been removed
  author_name text NOT NULL,
  text text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (company_id, id),
  FOREIGN KEY (company_id, session_id) REFERENCES sessions (company_id, id) ON DELETE CASCADE,
  FOREIGN KEY (company_id, author_id) REFERENCES users (company_id, id) ON DELETE SET NULL (author_id)
);
CREATE INDEX notes_session ON notes (session_id, created_at);
CREATE INDEX notes_author ON notes (author_id);

CREATE TABLE mentions (
  company_id uuid NOT NULL,
  note_id uuid NOT NULL,
  user_id uuid NOT NULL,
  read_at timestamptz,
  PRIMARY KEY (note_id, user_id),
  FOREIGN KEY (company_id, note_id) REFERENCES notes (company_id, id) ON DELETE CASCADE,
  FOREIGN KEY (company_id, user_id) REFERENCES users (company_id, id) ON DELETE CASCADE
);
CREATE INDEX mentions_unread ON mentions (user_id) WHERE read_at IS NULL;

DO $$
DECLARE name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['labels', 'session_labels', 'saved_replies', 'notes', 'mentions'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
    EXECUTE format(
      'CREATE POLICY one_company ON %I FOR ALL TO aichat_app
         USING (company_id = (SELECT current_company())) WITH CHECK (company_id = (SELECT current_company()))', name);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO aichat_app', name);
  END LOOP;
END $$;

-- What the visitor's browser calls itself: shown to agents, and believed by nobody.
ALTER TABLE visitors ADD COLUMN user_agent text;

CREATE INDEX session_states_needs_human ON session_states (company_id, status, last_message_at DESC, session_id DESC)
  WHERE needs_human;
