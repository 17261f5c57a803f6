-- That the form was filled in is read from its message.
ALTER TABLE session_states DROP COLUMN prechat_done;
