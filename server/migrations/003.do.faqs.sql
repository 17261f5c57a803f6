CREATE TABLE faqs (
  id uuid PRIMARY KEY,
  company_id uuid NOT NULL,
  project_id uuid NOT NULL,
  question text NOT NULL,
  answer text NOT NULL,
  position integer NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (company_id, project_id, id),
  -- Checked at the end of a transaction: while the list is renumbered, two may share a number for a moment.
  UNIQUE (project_id, position) DEFERRABLE INITIALLY DEFERRED,
  FOREIGN KEY (company_id, project_id) REFERENCES projects (company_id, id) ON DELETE CASCADE
);

ALTER TABLE faqs ENABLE ROW LEVEL SECURITY;
ALTER TABLE faqs FORCE ROW LEVEL SECURITY;
CREATE POLICY one_company ON faqs FOR ALL TO aichat_app
  USING (company_id = current_company()) WITH CHECK (company_id = current_company());
GRANT SELECT, INSERT, UPDATE, DELETE ON faqs TO aichat_app;

-- The item that a FAQ was put into the knowledge base as; it stays when the FAQ goes.
ALTER TABLE knowledge_items ADD COLUMN faq_id uuid;
ALTER TABLE knowledge_items ADD CONSTRAINT knowledge_items_faq
  FOREIGN KEY (company_id, project_id, faq_id) REFERENCES faqs (company_id, project_id, id)
  ON DELETE SET NULL (faq_id);
CREATE UNIQUE INDEX knowledge_items_one_per_faq ON knowledge_items (faq_id);
