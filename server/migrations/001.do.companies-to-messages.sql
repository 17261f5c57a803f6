-- Two roles that own nothing and can log in nowhere. Every query runs as one of them (server/src/kit/db.ts):
-- aichat_app sees one company, aichat_lookup sees the few columns that lead from a key to its company.
DO $$
DECLARE name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['aichat_app', 'aichat_lookup'] LOOP
    BEGIN
      IF NOT EXISTS (SELECT 1 FROM pg_roles WHERE rolname = name) THEN
        EXECUTE format('CREATE ROLE %I NOLOGIN', name);
      END IF;
    EXCEPTION WHEN duplicate_object OR unique_violation THEN
      NULL; -- another process made it in the same moment
    END;
    IF NOT pg_has_role(current_user, name, 'MEMBER') THEN
      EXECUTE format('GRANT %I TO CURRENT_USER', name);
    END IF;
  END LOOP;
END $$;

CREATE FUNCTION current_company() RETURNS uuid
  LANGUAGE sql STABLE PARALLEL SAFE
  AS $$ SELECT nullif(current_setting('app.company', true), '')::uuid $$;

CREATE TABLE companies (
  company_id uuid PRIMARY KEY,
  name text NOT NULL,
  public_key text NOT NULL UNIQUE,
  domain text,
  created_at timestamptz NOT NULL DEFAULT now()
);

-- Counts every change of a conversation of the company, so that a console can ask what it missed.
CREATE TABLE company_revisions (
  company_id uuid PRIMARY KEY REFERENCES companies ON DELETE CASCADE,
  rev bigint NOT NULL DEFAULT 0
);

CREATE TABLE users (
  id uuid PRIMARY KEY,
  company_id uuid NOT NULL REFERENCES companies ON DELETE CASCADE,
  email text NOT NULL,
  email_key text NOT NULL UNIQUE,
  name text NOT NULL,
  password_hash text NOT NULL,
  role text NOT NULL CHECK (role IN ('Owner', 'Admin', 'Agent')),
  status text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'invited', 'disabled')),
  last_seen_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (company_id, id)
);

-- A sign-in: the family of refresh tokens that one login began. See auth/sign-ins.ts.
CREATE TABLE sign_ins (
  id uuid PRIMARY KEY,
  company_id uuid NOT NULL,
  user_id uuid NOT NULL,
  used integer NOT NULL DEFAULT 0,
  latest integer NOT NULL DEFAULT 1,
  issued_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  ended_at timestamptz,
  FOREIGN KEY (company_id, user_id) REFERENCES users (company_id, id) ON DELETE CASCADE
);
CREATE INDEX sign_ins_user ON sign_ins (company_id, user_id);

CREATE TABLE projects (
  id uuid PRIMARY KEY,
  company_id uuid NOT NULL REFERENCES companies ON DELETE CASCADE,
  name text NOT NULL,
  description text,
  website_url text,
  public_key text NOT NULL UNIQUE,
  template_key text,
  template_version text,
  is_published boolean NOT NULL DEFAULT false,
  published_at timestamptz,
  faq_enabled boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (company_id, id)
);

CREATE TABLE widgets (
  id uuid PRIMARY KEY,
  company_id uuid NOT NULL,
  project_id uuid NOT NULL UNIQUE,
  template jsonb NOT NULL,
  brand jsonb NOT NULL,
  greetings jsonb NOT NULL,
  icon jsonb NOT NULL,
  behavior jsonb NOT NULL,
  agent jsonb NOT NULL,
  realtime jsonb NOT NULL,
  updated_at timestamptz NOT NULL DEFAULT now(),
  FOREIGN KEY (company_id, project_id) REFERENCES projects (company_id, id) ON DELETE CASCADE
);

CREATE TABLE releases (
  company_id uuid NOT NULL,
  project_id uuid NOT NULL,
  number integer NOT NULL,
  config jsonb NOT NULL,
  created_by uuid NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (project_id, number),
  FOREIGN KEY (company_id, project_id) REFERENCES projects (company_id, id) ON DELETE CASCADE
);

CREATE TABLE agent_profiles (
  project_id uuid PRIMARY KEY,
  company_id uuid NOT NULL,
  agent_name text NOT NULL,
  company_name text NOT NULL,
  tone text NOT NULL,
  role_description text NOT NULL,
  greeting_template text NOT NULL,
  style_guide text NOT NULL,
  description text NOT NULL,
  instructions text NOT NULL,
  FOREIGN KEY (company_id, project_id) REFERENCES projects (company_id, id) ON DELETE CASCADE
);

CREATE TABLE knowledge_items (
  id uuid PRIMARY KEY,
  company_id uuid NOT NULL,
  project_id uuid NOT NULL,
  type text NOT NULL CHECK (type IN ('manual', 'url', 'file')),
  status text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'embedded', 'failed')),
  title text NOT NULL,
  raw_text text,
  source_url text,
  file_name text,
  file_mime text,
  s3_bucket text,
  s3_key text,
  characters integer NOT NULL DEFAULT 0,
  error text,
  position integer NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (company_id, project_id, id),
  FOREIGN KEY (company_id, project_id) REFERENCES projects (company_id, id) ON DELETE CASCADE
);

CREATE TABLE knowledge_chunks (
  company_id uuid NOT NULL,
  project_id uuid NOT NULL,
  item_id uuid NOT NULL,
  position integer NOT NULL,
  heading text NOT NULL,
  body text NOT NULL,
  words tsvector NOT NULL,
  PRIMARY KEY (item_id, position),
  FOREIGN KEY (company_id, project_id, item_id)
    REFERENCES knowledge_items (company_id, project_id, id) ON DELETE CASCADE
);
CREATE INDEX knowledge_chunks_project ON knowledge_chunks (project_id);
CREATE INDEX knowledge_chunks_words ON knowledge_chunks USING gin (words);

CREATE TABLE visitors (
  id uuid PRIMARY KEY,
  company_id uuid NOT NULL,
  project_id uuid NOT NULL,
  token_hash text NOT NULL UNIQUE,
  name text,
  email text,
  phone text,
  page_url text,
  referrer text,
  locale text,
  created_at timestamptz NOT NULL DEFAULT now(),
  last_seen_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (company_id, project_id, id),
  FOREIGN KEY (company_id, project_id) REFERENCES projects (company_id, id) ON DELETE CASCADE
);

-- What a conversation is. What changes with every message stands in session_states, a narrow row.
CREATE TABLE sessions (
  id uuid PRIMARY KEY,
  company_id uuid NOT NULL,
  project_id uuid NOT NULL,
  visitor_id uuid NOT NULL,
  visitor_name text,
  visitor_email text,
  visitor_phone text,
  page_url text,
  referrer text,
  release_number integer,
  created_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (company_id, id),
  UNIQUE (company_id, project_id, id),
  FOREIGN KEY (company_id, project_id, visitor_id)
    REFERENCES visitors (company_id, project_id, id) ON DELETE CASCADE
);
CREATE INDEX sessions_visitor ON sessions (visitor_id);

-- Written with every message, so it has as few indexes as its questions allow.
CREATE TABLE session_states (
  session_id uuid PRIMARY KEY,
  company_id uuid NOT NULL,
  project_id uuid NOT NULL,
  visitor_id uuid NOT NULL,
  status text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'closed', 'archived')),
  last_seq integer NOT NULL DEFAULT 0,
  last_message text,
  last_message_from text,
  last_message_at timestamptz NOT NULL DEFAULT now(),
  unread_count integer NOT NULL DEFAULT 0 CHECK (unread_count >= 0),
  auto_reply boolean NOT NULL,
  auto_reply_seconds integer NOT NULL,
  unanswered_seq integer, -- the visitor's newest message that the AI has still to answer
  last_ai_at timestamptz,
  assigned_agent_id uuid,
  needs_human boolean NOT NULL DEFAULT false,
  prechat_done boolean NOT NULL DEFAULT false,
  prechat_requested boolean NOT NULL DEFAULT false,
  rev bigint NOT NULL DEFAULT 0,
  FOREIGN KEY (company_id, project_id, session_id)
    REFERENCES sessions (company_id, project_id, id) ON DELETE CASCADE,
  FOREIGN KEY (company_id, assigned_agent_id)
    REFERENCES users (company_id, id) ON DELETE SET NULL (assigned_agent_id)
);
CREATE UNIQUE INDEX session_states_one_active ON session_states (visitor_id) WHERE status = 'active';
CREATE INDEX session_states_list ON session_states (company_id, status, last_message_at DESC, session_id DESC);
CREATE INDEX session_states_unread ON session_states (company_id) INCLUDE (unread_count)
  WHERE status = 'active' AND unread_count > 0;
CREATE INDEX session_states_rev ON session_states (company_id, rev);
CREATE INDEX session_states_unanswered ON session_states (session_id) WHERE unanswered_seq IS NOT NULL;

CREATE TABLE messages (
  id uuid NOT NULL,
  company_id uuid NOT NULL,
  session_id uuid NOT NULL,
  seq integer NOT NULL,
  sender_kind text NOT NULL CHECK (sender_kind IN ('visitor', 'agent', 'ai', 'system')),
  sender_id uuid NOT NULL,
  sender_name text,
  client_id text NOT NULL,
  text text NOT NULL,
  meta jsonb NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (session_id, seq),
  CONSTRAINT messages_sender_key UNIQUE (session_id, sender_kind, sender_id, client_id),
  FOREIGN KEY (company_id, session_id) REFERENCES sessions (company_id, id) ON DELETE CASCADE
);

-- The wall: forced on every table, so that even its owner passes the policy.
DO $$
DECLARE name text;
BEGIN
  FOR name IN
    SELECT c.relname FROM pg_class c
    JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'company_id' AND NOT a.attisdropped
    WHERE c.relkind = 'r' AND c.relnamespace = current_schema()::regnamespace
  LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
    EXECUTE format(
      'CREATE POLICY one_company ON %I FOR ALL TO aichat_app
         USING (company_id = current_company()) WITH CHECK (company_id = current_company())', name);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO aichat_app', name);
  END LOOP;
END $$;

-- From a key to its company, before the company is known. Columns, not rows, are the limit here.
GRANT SELECT (id, company_id, email_key, password_hash, status) ON users TO aichat_lookup;
CREATE POLICY lookup ON users FOR SELECT TO aichat_lookup USING (true);
GRANT SELECT (id, company_id, public_key, is_published) ON projects TO aichat_lookup;
CREATE POLICY lookup ON projects FOR SELECT TO aichat_lookup USING (true);
GRANT SELECT (id, company_id, project_id, token_hash) ON visitors TO aichat_lookup;
CREATE POLICY lookup ON visitors FOR SELECT TO aichat_lookup USING (true);
GRANT SELECT (id, company_id) ON sign_ins TO aichat_lookup;
CREATE POLICY lookup ON sign_ins FOR SELECT TO aichat_lookup USING (true);
GRANT SELECT (session_id, company_id, status, unanswered_seq) ON session_states TO aichat_lookup;
CREATE POLICY lookup ON session_states FOR SELECT TO aichat_lookup USING (status = 'active');
