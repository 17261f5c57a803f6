import { agentProfileSentences, type DataUse } from '@aichat/contracts/ai/agent-profile'
import { errorMessage } from '../kit/http/api-error.ts'
import { Card } from '../ui/Card.tsx'
import { ErrorCard } from '../ui/feedback/ErrorCard.tsx'
import { Skeleton } from '../ui/feedback/Skeleton.tsx'
import { useDataUse } from './queries.ts'

/** Which data goes to which AI model. */
export function DataUseCard({ projectId }: { projectId: string }) {
  const { data, error, refetch } = useDataUse(projectId)
  return (
    <Card>
      <h2 className="text-title">Where your data is sent</h2>
      {error && !data ? (
        <ErrorCard message={errorMessage(error, agentProfileSentences.dataUseFailed)} onRetry={refetch} />
      ) : !data ? (
        <Skeleton className="mt-3 h-16 w-full" />
      ) : (
        <DataUseText dataUse={data} />
      )}
    </Card>
  )
}

function DataUseText({ dataUse: { model, embedding } }: { dataUse: DataUse }) {
  if (!model)
    return (
      <p className="mt-1 text-ink-2">
        No AI model is connected. Answers are quoted from your knowledge on our own servers, and nothing is
        sent to anyone else.
      </p>
    )
  return (
    <div className="mt-1 flex max-w-[68ch] flex-col gap-2 text-ink-2">
      <p>
        To write an answer, we send this to <ModelName {...model} />:
      </p>
      <ul className="list-disc ps-5">
        <li>the visitor's messages and our replies since the conversation started or was reopened</li>
        <li>the address of the page they are on, without anything after “?” or “#”</li>
        <li>the text from your knowledge and FAQs that matches the question</li>
        <li>your agent profile and the prompt</li>
      </ul>
      <p>
        It also receives messages that your team rewrites with the Writing Assistant, and pages that you
        generate FAQs from. Card numbers, ID numbers and passwords that we recognize in a visitor's messages
        are hidden first. Form details, attachments, internal notes and visitor attributes are never sent.
      </p>
      {embedding && (
        <p>
          For semantic search, your knowledge and visitors' questions go to <ModelName {...embedding} />.
        </p>
      )}
    </div>
  )
}

function ModelName({ name, host }: { name: string; host: string }) {
  return (
    <>
      <strong className="font-strong text-ink wrap-anywhere">{name}</strong> at{' '}
      <strong className="font-strong text-ink wrap-anywhere">{host}</strong>
    </>
  )
}
