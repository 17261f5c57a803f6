-- Tests have tags and an owner, and changed answers can need a review before they go live.
ALTER TABLE answer_tests
  ADD COLUMN tags text[] NOT NULL DEFAULT '{}',
  ADD COLUMN owner_id uuid,
  ADD FOREIGN KEY (company_id, owner_id) REFERENCES users (company_id, id) ON DELETE SET NULL (owner_id);
CREATE INDEX answer_tests_owner ON answer_tests (owner_id) WHERE owner_id IS NOT NULL;

ALTER TABLE answer_states ADD COLUMN requires_review boolean NOT NULL DEFAULT false;
ALTER TABLE replays
  ADD COLUMN reviewed_at timestamptz,
  ADD COLUMN reviewed_by uuid,
  ADD FOREIGN KEY (company_id, reviewed_by) REFERENCES users (company_id, id) ON DELETE SET NULL (reviewed_by);
CREATE INDEX replays_reviewer ON replays (reviewed_by) WHERE reviewed_by IS NOT NULL;
