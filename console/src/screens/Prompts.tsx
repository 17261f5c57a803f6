import { useSearchParams } from 'react-router'
import { phoneQuery, useMediaQuery } from '../kit/browser/use-media-query.ts'
import { PromptEditor } from '../prompts/PromptEditor.tsx'
import { PromptList } from '../prompts/PromptList.tsx'
import { PromptsPlaceholder } from '../prompts/PromptsPlaceholder.tsx'
import { usePrompts } from '../prompts/queries.ts'

/** The list beside the editor; on phones one at a time. */
export function Prompts() {
  const isPhone = useMediaQuery(phoneQuery)
  const [query] = useSearchParams()
  const { data, error, refetch } = usePrompts()
  if (!data) return <PromptsPlaceholder error={error} onRetry={refetch} />
  const chosen = data.prompts.find(({ key }) => key === query.get('prompt'))
  const open = chosen ?? (isPhone ? undefined : data.prompts[0])
  return (
    <div className="flex h-full">
      {(!isPhone || !open) && <PromptList prompts={data.prompts} openKey={open?.key ?? null} />}
      {open && <PromptEditor key={open.key} prompt={open} isPhone={isPhone} />}
    </div>
  )
}
