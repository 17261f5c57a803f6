import { type AiModel, aiModelSentences } from '@aichat/contracts/ai/ai-model'
import { Link } from 'react-router'
import { errorMessage } from '../kit/http/api-error.ts'
import { paths } from '../paths.ts'
import { Card } from '../ui/Card.tsx'
import { ErrorCard } from '../ui/feedback/ErrorCard.tsx'
import { Notice } from '../ui/feedback/Notice.tsx'
import { Skeleton } from '../ui/feedback/Skeleton.tsx'
import { useDelayedLoading } from '../ui/feedback/use-delayed-loading.ts'
import { textLink } from '../ui/text-link.ts'
import { AiModelForm } from './AiModelForm.tsx'
import { CurrentModel } from './CurrentModel.tsx'
import { useAiModel } from './queries.ts'

/** The AI model that answers for the company: a form for Owners, and a description for others. */
export function AiModelSettings() {
  const { data, error, refetch } = useAiModel()
  const loading = useDelayedLoading(!data && !error)
  if (loading === 'visible') return <Skeleton isImmediate className="h-80 w-full max-w-180" />
  if (loading === 'delayed') return null
  if (!data) return <ErrorCard message={errorMessage(error, aiModelSentences.loadFailed)} onRetry={refetch} />
  return (
    <Card className="flex max-w-180 flex-col gap-5">
      <p className="max-w-[64ch] text-body text-ink-2">
        Without a model, the AI assistant quotes your pages. With one, it answers in its own words, in any
        language, and checks every figure against your knowledge.
      </p>
      <QuotaNotice state={data.quotaState} />
      {data.mayChange ? <AiModelForm stored={data} /> : <CurrentModel model={data} />}
    </Card>
  )
}

function QuotaNotice({ state }: { state: AiModel['quotaState'] }) {
  if (state === 'ok') return null
  return (
    <Notice tone={state === 'reached' ? 'bad' : 'info'}>
      {state === 'reached'
        ? 'The limit of the included model is reached. The built-in AI quotes your pages until it resets. '
        : "You're close to the limit of the included model. "}
      <Link to={paths.usage} className={textLink}>
        See usage
      </Link>
    </Notice>
  )
}
