-- What all processes of an installation must agree on. Has one row, and no data of a company.
CREATE TABLE deployment (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  -- Programs of an older schema than this cannot work with the tables.
  min_schema_version integer NOT NULL DEFAULT 0,
  secret_fingerprint text,
  data_directory_id text,
  redis_prefix text
);
INSERT INTO deployment DEFAULT VALUES;
