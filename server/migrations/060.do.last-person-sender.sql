-- Who wrote the message before a hand-over, which the inbox shows.
ALTER TABLE session_states ADD COLUMN last_person_message_from text;
