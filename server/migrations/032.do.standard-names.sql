-- Gives tables, columns, functions, triggers, indexes and policies the names that PostgreSQL engineers expect. No data changes.
-- The definitions of functions are in server/sql/functions from here on; they are applied after the migrations.

ALTER TABLE sightings RENAME TO installation_check_ins;
ALTER TABLE session_texts RENAME TO session_search_texts;
ALTER TABLE session_text_progress RENAME TO session_search_progress;
ALTER TABLE answer_test_plans RENAME TO answer_test_schedules;
ALTER TABLE knowledge_words RENAME TO knowledge_word_counts;

ALTER TABLE answer_test_results RENAME COLUMN at TO created_at;
ALTER TABLE answer_test_results RENAME COLUMN was_passed TO previously_passed;
ALTER TABLE answer_test_runs RENAME COLUMN heard_at TO heartbeat_at;
ALTER TABLE audit_events RENAME COLUMN address TO ip_address;
ALTER TABLE audit_events RENAME COLUMN happened_at TO occurred_at;
ALTER TABLE files RENAME COLUMN doomed_at TO deletion_requested_at;
ALTER TABLE identity_secrets RENAME COLUMN ending TO secret_suffix;
ALTER TABLE identity_secrets RENAME COLUMN sealed TO encrypted_secret;
ALTER TABLE invitations RENAME COLUMN email_key TO normalized_email;
ALTER TABLE knowledge_chunks RENAME COLUMN words TO search_vector;
ALTER TABLE knowledge_items RENAME COLUMN stage_at TO stage_changed_at;
ALTER TABLE knowledge_word_counts RENAME COLUMN chunks TO chunk_count;
ALTER TABLE session_search_texts RENAME COLUMN part TO segment;
ALTER TABLE session_states RENAME COLUMN ai_streak TO consecutive_ai_replies;
ALTER TABLE session_states RENAME COLUMN auto_reply_seconds TO auto_reply_delay_seconds;
ALTER TABLE sign_ins RENAME COLUMN latest TO latest_generation;
ALTER TABLE sign_ins RENAME COLUMN used TO used_generation;
ALTER TABLE users RENAME COLUMN email_key TO normalized_email;
ALTER TABLE webhooks RENAME COLUMN old_sealed_secret TO previous_encrypted_secret;
ALTER TABLE webhooks RENAME COLUMN old_secret_until TO previous_secret_expires_at;
ALTER TABLE webhooks RENAME COLUMN problem TO disabled_reason;
ALTER TABLE webhooks RENAME COLUMN sealed_secret TO encrypted_secret;

-- Constraints are named after their table and columns, and their indexes with them.
DO $$
DECLARE item record;
BEGIN
  FOR item IN
    SELECT k.conrelid::regclass AS table_name, k.conname AS old_name,
      r.new_prefix || substr(k.conname, length(r.old_prefix) + 1) AS new_name
    FROM pg_constraint k JOIN (VALUES
      ('sightings', 'installation_check_ins'),
      ('session_texts', 'session_search_texts'),
      ('session_text_progress', 'session_search_progress'),
      ('answer_test_plans', 'answer_test_schedules'),
      ('knowledge_words', 'knowledge_word_counts'),
      ('users_email_key', 'users_normalized_email'),
      ('invitations_company_id_email_key', 'invitations_company_id_normalized_email'),
      ('webhooks_problem', 'webhooks_disabled_reason')
    ) AS r (old_prefix, new_prefix) ON starts_with(k.conname, r.old_prefix || '_')
    WHERE k.connamespace = current_schema()::regnamespace
  LOOP
    EXECUTE format('ALTER TABLE %s RENAME CONSTRAINT %I TO %I', item.table_name, item.old_name, item.new_name);
  END LOOP;
END $$;

ALTER INDEX answer_test_plans_due RENAME TO answer_test_schedules_due;
ALTER INDEX answer_test_runs_under_way RENAME TO answer_test_runs_in_progress;
ALTER INDEX audit_events_newest RENAME TO audit_events_occurred_at;
ALTER INDEX files_without_owner RENAME TO files_orphaned;
ALTER INDEX knowledge_chunks_words RENAME TO knowledge_chunks_search_vector;
ALTER INDEX knowledge_items_at_work RENAME TO knowledge_items_in_progress;
ALTER INDEX reply_traces_newest RENAME TO reply_traces_created_at;
ALTER INDEX session_states_over RENAME TO session_states_retention;
ALTER INDEX webhook_events_age RENAME TO webhook_events_created_at;
-- Made only where the database has the extensions.
ALTER INDEX IF EXISTS knowledge_words_trigrams RENAME TO knowledge_word_counts_trigrams;
ALTER INDEX IF EXISTS session_texts_trigrams RENAME TO session_search_texts_trigrams;

DO $$
DECLARE name text;
BEGIN
  FOR name IN
    SELECT c.relname FROM pg_class c JOIN pg_policy p ON p.polrelid = c.oid AND p.polname = 'one_company'
    WHERE c.relnamespace = current_schema()::regnamespace
  LOOP
    EXECUTE format('ALTER POLICY one_company ON %I RENAME TO tenant_isolation', name);
  END LOOP;
END $$;

-- Triggers, indexes and policies refer to these functions by identity, so they are renamed and not created again.
ALTER FUNCTION count_knowledge_words RENAME TO update_knowledge_word_counts;
ALTER FUNCTION count_session RENAME TO update_session_counts;
ALTER FUNCTION plan_answer_tests RENAME TO schedule_answer_tests;
ALTER FUNCTION tell_of_conversation RENAME TO enqueue_conversation_webhooks;
ALTER FUNCTION tell_of_messages RENAME TO enqueue_message_webhooks;
ALTER FUNCTION tell_of_rating RENAME TO enqueue_rating_webhooks;
ALTER FUNCTION tell_of_reply_rating RENAME TO enqueue_reply_rating_webhooks;
ALTER FUNCTION visitor_words RENAME TO visitor_search_text;

-- Parameters get other names, which CREATE OR REPLACE does not allow.
DROP FUNCTION find_chunks;
DROP FUNCTION find_sessions;
DROP FUNCTION is_told;
DROP FUNCTION tell_webhooks;
DROP FUNCTION told_conversation;
DROP FUNCTION touch_sessions;

ALTER TRIGGER faq_added_or_removed ON faqs RENAME TO schedule_answer_tests_on_insert_or_delete;
ALTER TRIGGER faq_changed ON faqs RENAME TO schedule_answer_tests_on_update;
ALTER TRIGGER knowledge_chunks_added ON knowledge_chunks RENAME TO update_word_counts_on_insert;
ALTER TRIGGER knowledge_chunks_removed ON knowledge_chunks RENAME TO update_word_counts_on_delete;
ALTER TRIGGER knowledge_item_changed ON knowledge_items RENAME TO schedule_answer_tests_on_update;
ALTER TRIGGER knowledge_item_removed ON knowledge_items RENAME TO schedule_answer_tests_on_delete;
ALTER TRIGGER message_rated ON messages RENAME TO enqueue_webhooks_on_rating;
ALTER TRIGGER messages_told ON messages RENAME TO enqueue_webhooks_on_insert;
ALTER TRIGGER session_counted ON session_states RENAME TO update_session_counts_on_insert_or_delete;
ALTER TRIGGER session_moved ON session_states RENAME TO update_session_counts_on_update;
ALTER TRIGGER session_rated ON sessions RENAME TO enqueue_webhooks_on_rating;
ALTER TRIGGER session_told ON session_states RENAME TO enqueue_webhooks_on_update;

-- The checksum of the function files that were applied last: server/src/kit/db/sql-functions.ts.
CREATE TABLE schema_functions (checksum text NOT NULL);
