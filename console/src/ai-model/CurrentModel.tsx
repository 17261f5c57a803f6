import { type AiModel, aiModelSentences } from '@aichat/contracts/ai/ai-model'
import { useDenial } from '../kit/permissions.ts'
import { sourceLabels } from './source-labels.ts'

/** Which AI answers, for users who may not change it. */
export function CurrentModel({ model: { source, model, baseUrl } }: { model: AiModel }) {
  const denial = useDenial('ai_model.manage')
  const rows = [
    ['Answers come from', sourceLabels[source]],
    ['Model', model],
    ['Server', baseUrl],
  ] as const
  return (
    <>
      <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-2 text-body">
        {rows.map(
          ([term, detail]) =>
            detail && (
              <div key={term} className="contents">
                <dt className="text-muted">{term}</dt>
                <dd className="min-w-0 wrap-anywhere">{detail}</dd>
              </div>
            ),
        )}
      </dl>
      <p className="text-muted">{denial ?? aiModelSentences.forbidden}</p>
    </>
  )
}
