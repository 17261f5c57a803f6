-- More that reports count of a conversation. The definitions are in docs/reports.md.
ALTER TABLE session_facts
  -- Until the AI replied first, also by asking the team to answer; null where it did not, or a person or program wrote before.
  ADD COLUMN first_ai_reply_seconds integer,
  -- Members of the team who answered: [{ "id", "messages" }].
  ADD COLUMN agents jsonb NOT NULL DEFAULT '[]',
  -- Knowledge items and FAQs that the AI showed: [{ "id", "isCited", "isSuggested", "isUnhelpful" }].
  ADD COLUMN sources jsonb NOT NULL DEFAULT '[]';
