-- The position of the first character in which two texts differ, from 1; 1 when either is null.
CREATE OR REPLACE FUNCTION first_difference(a text, b text) RETURNS integer LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE
  equal integer := 0;
  differing integer := least(length(a), length(b)) + 1;
  middle integer;
BEGIN
  IF a IS NULL OR b IS NULL THEN RETURN 1; END IF;
  WHILE differing - equal > 1 LOOP
    middle := (equal + differing) / 2;
    IF left(a, middle) = left(b, middle) THEN equal := middle; ELSE differing := middle; END IF;
  END LOOP;
  RETURN differing;
END $$;
