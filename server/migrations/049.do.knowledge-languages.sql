-- The search gets the language of the question: server/sql/functions/search_knowledge_chunks.sql.
DROP FUNCTION IF EXISTS search_knowledge_chunks(uuid, text[], real[], integer, integer);
