import { type SourceSchedule, sourceLimits } from '@aichat/contracts/ai/sources'
import { NumberInput } from '../ui/forms/NumberInput.tsx'
import { RadioCards } from '../ui/forms/RadioCards.tsx'
import { Select } from '../ui/forms/Select.tsx'
import { TextArea } from '../ui/forms/TextArea.tsx'
import { TextInput } from '../ui/forms/TextInput.tsx'
import type { SiteDraft } from './site-draft.ts'

const schedules: { value: SourceSchedule; label: string }[] = [
  { value: 'off', label: 'Manually' },
  { value: 'daily', label: 'Daily' },
  { value: 'weekly', label: 'Weekly' },
]

type Props = {
  draft: SiteDraft
  onChange: (change: Partial<SiteDraft>) => void
}

/** How the pages of a website are found, and how often. */
export function SiteFields({ draft, onChange }: Props) {
  return (
    <>
      <RadioCards
        label="Find pages"
        value={draft.discovery}
        onChange={(discovery) => onChange({ discovery })}
        cards={[
          { value: 'sitemap', label: 'Sitemap', detail: 'Pages that the website lists itself' },
          { value: 'links', label: 'Follow links', detail: 'Pages that are linked from the address' },
        ]}
      />
      {draft.discovery === 'sitemap' && (
        <TextInput
          label="Sitemap address"
          type="url"
          inputMode="url"
          maxLength={sourceLimits.url}
          placeholder="Found automatically"
          value={draft.sitemapUrl}
          onChange={(event) => onChange({ sitemapUrl: event.target.value })}
        />
      )}
      <Patterns draft={draft} onChange={onChange} />
      <div className="flex flex-wrap gap-4">
        <NumberInput
          label="Maximum pages"
          minimum={1}
          maximum={sourceLimits.maxPages}
          value={draft.maxPages}
          onChange={(maxPages) => onChange({ maxPages })}
        />
        {draft.discovery === 'links' && (
          <NumberInput
            label="Maximum depth"
            minimum={0}
            maximum={sourceLimits.maxDepth}
            value={draft.maxDepth}
            onChange={(maxDepth) => onChange({ maxDepth })}
          />
        )}
      </div>
      <Select
        label="Check for changes"
        value={draft.schedule}
        options={schedules}
        onChange={(schedule) => onChange({ schedule })}
      />
    </>
  )
}

function Patterns({ draft, onChange }: Props) {
  return (
    <>
      <TextArea
        label="Only these paths"
        rows={2}
        hint="One per line. Use * for any text: /help/*"
        value={draft.include}
        onChange={(event) => onChange({ include: event.target.value })}
      />
      <TextArea
        label="Leave out these paths"
        rows={2}
        placeholder="*/print/*"
        value={draft.exclude}
        onChange={(event) => onChange({ exclude: event.target.value })}
      />
    </>
  )
}
