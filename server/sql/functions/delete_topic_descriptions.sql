-- What a model wrote about a topic may repeat its questions, so it is deleted with the first of them.
CREATE OR REPLACE FUNCTION delete_topic_descriptions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM topic_descriptions d USING removed r WHERE d.topic_id = r.topic_id AND r.session_id = ANY (d.session_ids);
  RETURN NULL;
END $$;
