-- Answer entries contain every editable column of an FAQ, so a change of any of them creates a new entry. The order is not part
-- of the answers.
DROP TRIGGER update_text_entry ON faqs;
CREATE TRIGGER update_text_entry AFTER INSERT OR DELETE ON faqs FOR EACH ROW EXECUTE FUNCTION update_text_entry();
CREATE TRIGGER update_text_entry_on_update AFTER UPDATE ON faqs FOR EACH ROW
  WHEN (to_jsonb(OLD) - 'position' IS DISTINCT FROM to_jsonb(NEW) - 'position') EXECUTE FUNCTION update_text_entry();
