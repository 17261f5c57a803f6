import type { Prompt } from '@aichat/contracts/ai/prompts'
import { Badge } from '../ui/Badge.tsx'
import { PageTitle } from '../ui/PageTitle.tsx'
import { RelativeTime } from '../ui/RelativeTime.tsx'

type Props = { prompt: Prompt; isPhone: boolean }

/** On phones the editor is a separate page, titled with the prompt's name. */
export function EditorHeader({ prompt, isPhone }: Props) {
  return (
    <div className="flex flex-col gap-1">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        {isPhone ? (
          <PageTitle title={prompt.name}>{prompt.name}</PageTitle>
        ) : (
          <h2 className="text-title">{prompt.name}</h2>
        )}
        <Badge tone={prompt.isCustom ? 'accent' : 'neutral'}>
          {prompt.isCustom ? `Version ${prompt.version}` : 'Default'}
        </Badge>
      </div>
      <p className="max-w-[68ch] text-ink-2">{prompt.description}</p>
      {prompt.updatedAt && (
        <p className="text-muted">
          Edited by {prompt.updatedBy ?? 'a former teammate'}{' '}
          <RelativeTime time={prompt.updatedAt} variant="sentence" />
        </p>
      )}
    </div>
  )
}
