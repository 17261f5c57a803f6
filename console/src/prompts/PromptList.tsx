import type { Prompt, PromptKey } from '@aichat/contracts/ai/prompts'
import clsx from 'clsx'
import { SearchX } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { promptPath } from '../paths.ts'
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/feedback/EmptyState.tsx'
import { SearchField } from '../ui/forms/SearchField.tsx'
import { PageTitle } from '../ui/PageTitle.tsx'

type Props = { prompts: Prompt[]; openKey: PromptKey | null }

export function PromptList({ prompts, openKey }: Props) {
  const [filter, setFilter] = useState('')
  const query = filter.trim().toLowerCase()
  const shown = prompts.filter(({ name, description }) =>
    `${name} ${description}`.toLowerCase().includes(query),
  )
  return (
    <nav aria-label="Prompts" className="flex h-full w-full shrink-0 flex-col bg-surface md:w-75 md:border-e">
      <div className="flex flex-col gap-2.5 border-b px-4 pt-3 pb-2.5">
        <PageTitle title="Prompts">Prompts</PageTitle>
        <SearchField label="Filter prompts" placeholder="Filter…" value={filter} onChange={setFilter} />
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto">
        {shown.length === 0 ? (
          <EmptyState
            icon={SearchX}
            title="No prompts match"
            action={<Button onPress={() => setFilter('')}>Clear filter</Button>}
          />
        ) : (
          <ul>
            {shown.map((prompt) => (
              <li key={prompt.key}>
                <PromptRow prompt={prompt} isOpen={prompt.key === openKey} />
              </li>
            ))}
          </ul>
        )}
      </div>
    </nav>
  )
}

function PromptRow({ prompt, isOpen }: { prompt: Prompt; isOpen: boolean }) {
  return (
    <Link
      to={promptPath(prompt.key)}
      aria-current={isOpen ? 'true' : undefined}
      className={clsx(
        'flex flex-col gap-0.5 border-b border-s-3 py-3 ps-3 pe-4 focus-visible:-outline-offset-2',
        isOpen ? 'border-s-focus bg-selected' : 'border-s-transparent hover:bg-hover',
      )}
    >
      <span className="flex items-baseline justify-between gap-2">
        <span className="truncate font-strong">{prompt.name}</span>
        <span className="shrink-0 text-caption text-ink-2 tabular-nums">
          {prompt.isCustom ? `v${prompt.version}` : 'Default'}
        </span>
      </span>
      <span className="line-clamp-2 text-ink-2">{prompt.description}</span>
    </Link>
  )
}
