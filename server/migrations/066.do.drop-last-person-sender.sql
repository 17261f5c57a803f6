-- The inbox shows the visitor's last message (064) instead of the one before a hand-over, so its author is not needed.
ALTER TABLE session_states DROP COLUMN last_person_message_from;
