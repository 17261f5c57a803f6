import type { ReplyTrace } from '@aichat/contracts/ai/reply-traces'
import { type ReactNode, useState } from 'react'
import { formatDateTime } from '../../kit/format/format.ts'
import { Badge } from '../../ui/Badge.tsx'
import { textLink } from '../../ui/text-link.ts'
import { describeDecision } from './describe-decision.ts'
import { ReleasedText } from './ReleasedText.tsx'
import type { TextPlace } from './released-text.ts'

type Passage = ReplyTrace['passages'][number]
/** Without the project, the texts of the release are not offered. */
type Props = { trace: ReplyTrace; projectId?: string | undefined }

/** The question, the decision, the passages that were considered and the sentences that were removed; scores and model on request. */
export function ReplyTraceView({ trace, projectId }: Props) {
  const { question, passages, removed } = trace
  const [hasDetails, setDetails] = useState(false)
  return (
    <div className="flex flex-col gap-5">
      {question !== '' && (
        <section aria-label="Question">
          <Heading>Question</Heading>
          <p dir="auto" className="mt-0.5 text-body whitespace-pre-wrap wrap-anywhere">
            {question}
          </p>
        </section>
      )}
      <DecisionView trace={trace} />
      {passages.length > 0 && (
        <section aria-label="Passages">
          <Heading>Passages considered</Heading>
          <ol className="mt-1 divide-y divide-line">
            {passages.map((passage) => (
              <PassageItem
                key={passage.number}
                passage={passage}
                hasScores={hasDetails}
                place={getTextPlace(passage, trace, projectId)}
              />
            ))}
          </ol>
        </section>
      )}
      {removed.length > 0 && (
        <section aria-label="Removed sentences">
          <Heading>Removed before the visitor saw it</Heading>
          <ul className="mt-1 flex flex-col gap-1">
            {removed.map((one) => (
              <li key={one.sentence} className="wrap-anywhere">
                {one.sentence} <span className="text-bad">({describeRemoval(one)})</span>
              </li>
            ))}
          </ul>
        </section>
      )}
      <div>
        <button
          type="button"
          aria-expanded={hasDetails}
          className={`${textLink} touch:min-h-11`}
          onClick={() => setDetails(!hasDetails)}
        >
          {hasDetails ? 'Hide details' : 'Details'}
        </button>
        {hasDetails && <Details trace={trace} />}
      </div>
    </div>
  )
}

function describeRemoval({ invented, isPrivate, isUnsupported }: ReplyTrace['removed'][number]): string {
  if (isPrivate) return 'repeats your instructions'
  return isUnsupported ? 'not in your knowledge' : invented.join(', ')
}

function DecisionView({ trace }: { trace: ReplyTrace }) {
  const missingWords = trace.decision?.missingWords ?? []
  return (
    <section aria-label="Decision">
      <Heading>Decision</Heading>
      <p className="mt-0.5 text-body">{describeDecision(trace)}</p>
      {missingWords.length > 0 && (
        <p className="mt-0.5 text-ink-2 wrap-anywhere">
          Not found: {missingWords.map((word) => `“${word}”`).join(', ')}
        </p>
      )}
    </section>
  )
}

function Heading({ children }: { children: ReactNode }) {
  return <h3 className="font-strong text-ink-2">{children}</h3>
}

type PassageProps = { passage: Passage; hasScores: boolean; place: TextPlace | null }

function PassageItem({ passage, hasScores, place }: PassageProps) {
  return (
    <li className="py-2">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-body">
        <span className="min-w-0 font-strong wrap-anywhere">
          {[passage.title, passage.heading].filter(Boolean).join(' — ')}
        </span>
        {passage.isFaq && <Badge tone="neutral">FAQ</Badge>}
        {passage.isCited && <Badge tone="ai">Cited</Badge>}
      </p>
      <p dir="auto" className="mt-0.5 text-ink-2 wrap-anywhere">
        {passage.quote}
      </p>
      {hasScores && !passage.isFaq && (
        <p className="mt-0.5 text-caption text-muted tabular-nums">{formatScores(passage.scores)}</p>
      )}
      {place && <ReleasedText place={place} />}
    </li>
  )
}

/** Null for FAQs, which have no text of their own, and for replies without a release. */
function getTextPlace(
  { isFaq, itemId }: Passage,
  { release }: ReplyTrace,
  projectId: string | undefined,
): TextPlace | null {
  if (isFaq || !projectId || !release || release.number === null) return null
  return { projectId, itemId, number: release.number, revision: release.revision }
}

function Details({ trace }: { trace: ReplyTrace }) {
  const { release, model, prompt, passages, latencyMs, createdAt } = trace
  return (
    <dl className="mt-1 grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1">
      {release && (
        <>
          <dt className="text-ink-2">Release</dt>
          <dd>{describeRelease(release)}</dd>
        </>
      )}
      <dt className="text-ink-2">Model</dt>
      <dd className="wrap-anywhere">{model === 'built-in' ? describeBuiltIn(passages) : model}</dd>
      <dt className="text-ink-2">Prompt</dt>
      <dd>{prompt.version === 0 ? 'Default' : `Version ${prompt.version}`}</dd>
      <dt className="text-ink-2">Time</dt>
      <dd>
        {formatDateTime(createdAt)}, {latencyMs} ms
      </dd>
    </dl>
  )
}

function describeBuiltIn(passages: Passage[]): string {
  return passages.some(({ isCited }) => isCited) ? 'No model: quoted from your knowledge' : 'No model'
}

function describeRelease({ number, revision }: NonNullable<ReplyTrace['release']>): string {
  return number === null ? 'Before the first release' : `Release ${number}, revision ${revision}`
}

function formatScores({ words, meaning, fused }: Passage['scores']): string {
  return [
    words !== null && `keywords ${words.toFixed(2)}`,
    meaning !== null && `meaning ${meaning.toFixed(2)}`,
    `combined ${fused.toFixed(3)}`,
  ]
    .filter(Boolean)
    .join(' · ')
}
