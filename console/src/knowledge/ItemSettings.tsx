import {
  type KnowledgeItem,
  knowledgeLimits,
  knowledgeSentences,
  questionLanguages,
} from '@aichat/contracts/ai/knowledge'
import { formatLanguage } from '../kit/format/format-language.ts'
import { ChangeRuleField } from '../ui/forms/ChangeRuleField.tsx'
import { Select } from '../ui/forms/Select.tsx'
import { Switch } from '../ui/forms/Switch.tsx'
import { TextArea } from '../ui/forms/TextArea.tsx'
import { TextInput } from '../ui/forms/TextInput.tsx'
import type { ItemDraft } from './item-draft.ts'

const languages = [
  { value: 'all', label: 'Questions in any language' },
  ...questionLanguages.map((code) => ({ value: code, label: `Questions in ${formatLanguage(code)} only` })),
] as const

type Props = { item: KnowledgeItem; draft: ItemDraft; onChange: (draft: ItemDraft) => void }

export function ItemSettings({ item, draft, onChange }: Props) {
  const isTooLong = draft.content.length > knowledgeLimits.manualText
  return (
    <div className="flex flex-col gap-4">
      <Switch isSelected={draft.isEnabled} onChange={(isEnabled) => onChange({ ...draft, isEnabled })}>
        Use in answers
      </Switch>
      <TextInput
        label="Title"
        maxLength={knowledgeLimits.title}
        hint={item.hasCustomTitle ? 'Leave empty to use the title of the content.' : undefined}
        value={draft.title}
        onChange={(event) => onChange({ ...draft, title: event.target.value })}
      />
      <Select
        label="Use for"
        value={draft.questionLanguage ?? 'all'}
        options={languages}
        onChange={(value) => onChange({ ...draft, questionLanguage: value === 'all' ? null : value })}
      />
      {item.type === 'url' && !item.sourceId && (
        <ChangeRuleField
          label="When the page changes"
          asksFirst={draft.asksBeforePublish}
          onChange={(asksBeforePublish) => onChange({ ...draft, asksBeforePublish })}
        />
      )}
      {item.type === 'manual' ? (
        <TextArea
          label="Text"
          rows={14}
          limit={knowledgeLimits.manualText}
          counted={draft.content.length}
          error={isTooLong ? knowledgeSentences.longContent : undefined}
          value={draft.content}
          onChange={(event) => onChange({ ...draft, content: event.target.value })}
        />
      ) : (
        <p className="text-ink-2">
          To change the text, edit the {item.type === 'url' ? 'page' : 'file'} and read it again.
        </p>
      )}
    </div>
  )
}
