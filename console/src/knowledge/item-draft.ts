import type { KnowledgeChanges, KnowledgeItem, QuestionLanguage } from '@aichat/contracts/ai/knowledge'

/** The editable fields of an item. An empty title restores the title of the content. */
export type ItemDraft = {
  title: string
  content: string
  isEnabled: boolean
  asksBeforePublish: boolean
  questionLanguage: QuestionLanguage
}

export function toDraft({
  title,
  rawText,
  isEnabled,
  asksBeforePublish,
  questionLanguage,
}: KnowledgeItem): ItemDraft {
  return { title, content: rawText ?? '', isEnabled, asksBeforePublish, questionLanguage }
}

/** Null when nothing has changed, or the text is empty. */
export function toChanges(item: KnowledgeItem, draft: ItemDraft): KnowledgeChanges | null {
  const before = toDraft(item)
  const title = draft.title.trim()
  const content = draft.content.trim()
  if (item.type === 'manual' && content === '') return null
  const changes: KnowledgeChanges = {
    ...(title === before.title || (title === '' && !item.hasCustomTitle) ? {} : { title: title || null }),
    ...(item.type === 'manual' && content !== before.content ? { content } : {}),
    ...(draft.isEnabled === before.isEnabled ? {} : { isEnabled: draft.isEnabled }),
    ...(draft.asksBeforePublish === before.asksBeforePublish
      ? {}
      : { asksBeforePublish: draft.asksBeforePublish }),
    ...(draft.questionLanguage === before.questionLanguage
      ? {}
      : { questionLanguage: draft.questionLanguage }),
  }
  return Object.keys(changes).length > 0 ? changes : null
}
