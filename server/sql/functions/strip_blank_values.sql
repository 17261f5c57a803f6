-- JSON without its empty texts, lists and objects and without flags that are off, so that a field that was filled and cleared again
-- equals a missing one. An empty value within a list with others becomes null, which keeps the positions. isSameValue of the
-- contracts applies the same rule. PL/pgSQL, because a recursive SQL function is planned again at every call.
CREATE OR REPLACE FUNCTION strip_blank_values(value jsonb) RETURNS jsonb LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
  stripped jsonb;
  field record;
  element jsonb;
BEGIN
  IF value IN ('""', 'false', 'null') THEN RETURN NULL; END IF;
  IF jsonb_typeof(value) = 'object' THEN
    FOR field IN SELECT o.key, o.value FROM jsonb_each(value) o LOOP
      element := public.strip_blank_values(field.value);
      IF element IS NOT NULL THEN
        stripped := coalesce(stripped, '{}') || jsonb_build_object(field.key, element);
      END IF;
    END LOOP;
    RETURN stripped;
  END IF;
  IF jsonb_typeof(value) = 'array' THEN
    stripped := '[]';
    FOR element IN SELECT a FROM jsonb_array_elements(value) a LOOP
      stripped := stripped || jsonb_build_array(public.strip_blank_values(element));
    END LOOP;
    RETURN CASE WHEN EXISTS (SELECT FROM jsonb_array_elements(stripped) a WHERE a <> 'null') THEN stripped END;
  END IF;
  RETURN value;
END $$;
