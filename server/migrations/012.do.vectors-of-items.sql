-- Whose vectors an item's chunks have; null while they have none. What was embedded without the model that is set now is
-- found by this.
ALTER TABLE knowledge_items ADD COLUMN embedding_model text;
GRANT SELECT (status, embedding_model) ON knowledge_items TO aichat_lookup;
ALTER POLICY lookup ON knowledge_items
  USING (stage IS NOT NULL OR next_fetch_at IS NOT NULL OR status = 'embedded');
