-- A refresh token that is presented again after a while gets another successor. All successors of one token are valid until
-- one of them is used; this is the lowest of them, and null means the latest generation only.
ALTER TABLE sign_ins ADD COLUMN first_successor_generation integer;
