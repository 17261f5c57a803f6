-- The pages that a visitor was on before the current one, newest first.
ALTER TABLE visitors ADD COLUMN previous_page_urls text[] NOT NULL DEFAULT '{}';
