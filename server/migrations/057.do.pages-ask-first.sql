-- New text of a page that was added by itself waits for a publish, as that of a website can.
ALTER TABLE knowledge_items ADD COLUMN asks_before_publish boolean NOT NULL DEFAULT false;
