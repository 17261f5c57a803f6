import type { Message } from '@aichat/contracts/chat/messages'
import { toSafeHref } from '@aichat/contracts/chat/rich-text'
import type { PublicWidgetContent } from '@aichat/contracts/widget/widget'
import type { ReactNode } from 'react'
import { Fragment } from 'react/jsx-runtime'
import type { Pending } from '../chat/log.ts'
import type { ChatActions } from '../chat/state.ts'
import type { FormSummaryProps } from '../forms/FormSummary.tsx'
import { Avatar } from '../kit/Avatar.tsx'
import { lazyPart } from '../kit/lazy-part.tsx'
import { RichText, SafeLink } from '../kit/RichText.tsx'
import { clockTime, dayName } from '../kit/time.ts'
import { words } from '../kit/words.ts'
import type { AttachmentsProps } from './Attachments.tsx'
import { type Group, groupMessages } from './groups.ts'
import { Handover } from './Handover.tsx'
import type { ReplyRatingProps } from './ReplyRating.tsx'
import type { SuggestionActions, SuggestionsProps } from './Suggestions.tsx'

const Attachments = lazyPart<AttachmentsProps>('Attachments')
const FormSummary = lazyPart<FormSummaryProps>('FormSummary')
const ReplyRating = lazyPart<ReplyRatingProps>('ReplyRating')
const Suggestions = lazyPart<SuggestionsProps>('Suggestions')

type Actions = SuggestionActions & Pick<ChatActions, 'fetchFile' | 'rateReply'>

type MessagesProps = {
  messages: readonly Message[]
  brand: PublicWidgetContent['brand']
  /** What is shown with a hand-over that no person has answered yet. */
  pendingHandover: ReactNode
  /** How many of the visitor's latest messages the team has not seen. */
  unseen: number
  actions: Actions
}

export function Messages({ messages, unseen, pendingHandover, ...shared }: MessagesProps) {
  const handover = pendingHandover ? messages.findLast(({ meta }) => meta.kind === 'handover') : undefined
  const answeredSeq = messages.findLast(({ from, isAi }) => from === 'agent' && !isAi)?.seq ?? 0
  const last = messages.findLast(({ from }) => from === 'visitor')
  const newest = messages.at(-1)?._id
  const seen = unseen === 0 ? last?._id : undefined
  const now = new Date()
  const groups = groupMessages(messages, (time) => dayName(time, now))
  return groups.map((group, index) => (
    <Fragment key={group.key}>
      {group.day !== (groups[index - 1]?.day ?? words.today) && <p className="day">{group.day}</p>}
      <GroupView
        group={group}
        seen={seen}
        answeredSeq={answeredSeq}
        newest={newest}
        handoverId={handover?._id}
        pendingHandover={pendingHandover}
        {...shared}
      />
    </Fragment>
  ))
}

type GroupProps = Omit<MessagesProps, 'messages' | 'unseen'> & {
  handoverId: string | undefined
  group: Group
  seen: string | undefined
  /** The last message of a person, who has seen the messages before it. */
  answeredSeq: number
  /** The last message that is not the visitor's: only beside it is the team offered. */
  newest: string | undefined
}

function GroupView({
  group,
  seen,
  answeredSeq,
  newest,
  handoverId,
  pendingHandover,
  brand,
  actions,
}: GroupProps) {
  const first = group.messages[0]!
  const last = group.messages.at(-1)!
  if (first.from === 'system') {
    return group.messages.map((message) =>
      message._id === handoverId ? (
        <Handover key={message._id} text={message.text}>
          {pendingHandover}
        </Handover>
      ) : (
        <SystemLine key={message._id} message={message} />
      ),
    )
  }
  return (
    <div className={`group ${first.from}`}>
      {first.from === 'visitor' && <span className="hidden">{words.you}: </span>}
      {first.from === 'agent' && (
        <>
          <Avatar message={first} brand={brand} />
          <Author message={first} />
        </>
      )}
      {group.messages.map((message) => (
        <Fragment key={message._id}>
          {message.text && <Bubble text={bubbleText(message)} />}
          {message.attachments.length > 0 && (
            <Attachments attachments={message.attachments} fetchFile={actions.fetchFile} />
          )}
          {isSuggestion(message) ? (
            <Suggestions message={message} offersTeam={message._id === newest} actions={actions} />
          ) : (
            <Sources message={message} />
          )}
          {message.meta.channel && <Note>{words.byEmail}</Note>}
          {message.meta.pending && message.seq > answeredSeq && <Note>{words.withTeam}</Note>}
          {message.isAi && !isSuggestion(message) && (
            <ReplyRating message={message} onRate={actions.rateReply} />
          )}
        </Fragment>
      ))}
      <time className="note" dateTime={last.createdAt}>
        {clockTime(last.createdAt)}
        {last._id === seen && ` · ${words.seen}`}
      </time>
    </div>
  )
}

function isSuggestion({ isAi, meta }: Message): boolean {
  return isAi && meta.kind === 'suggestions'
}

/** The list of titles below the first line is for clients without cards. */
function bubbleText(message: Message): string {
  return isSuggestion(message) ? message.text.split('\n')[0]! : message.text
}

function Author({ message }: { message: Message }) {
  const name = message.isAi ? message.meta.agentName : message.agent?.name
  if (!name && !message.isAi) return null
  return (
    <span className="author">
      {message.isAi && <span className="badge">{words.ai}</span>}
      <span dir="auto">{name}</span>
    </span>
  )
}

export function Bubble({ text, className = '' }: { text: string; className?: string }) {
  return (
    <div className={`bubble ${className}`}>
      <RichText text={text} />
    </div>
  )
}

function Sources({ message }: { message: Message }) {
  const sources = message.meta.sources ?? []
  if (!message.isAi || sources.length === 0) return null
  return (
    <ul className="sources" aria-label={words.sources}>
      {sources.map((source, index) => (
        <li key={index} dir="auto">
          <Source title={source.title} url={source.url} />
        </li>
      ))}
    </ul>
  )
}

function Source({ title, url }: { title: string; url: string | null }) {
  const href = /^https?:/i.test(url ?? '') ? toSafeHref(url!) : null
  return href ? <SafeLink href={href}>{title}</SafeLink> : title
}

function SystemLine({ message }: { message: Message }) {
  if (message.meta.kind === 'prechat_summary') return <FormSummary message={message} />
  return (
    <p className="system" dir="auto">
      {systemText(message)}
    </p>
  )
}

/** The server's message about a rating is for agents. Its other messages are in the visitor's language. */
function systemText({ text, meta }: Message): string {
  return meta.kind === 'feedback' ? words.rated : text
}

type PendingProps = { pending: readonly Pending[]; isHeld: boolean; onRetry: (clientId: string) => void }

export function PendingMessages({ pending, isHeld, onRetry }: PendingProps) {
  if (pending.length === 0) return null
  return (
    // Announced once it is stored; otherwise screen readers would read each message twice.
    <div className="group visitor" aria-live="off">
      {pending.map((one) => (
        <Fragment key={one.clientId}>
          {one.text && <Bubble text={one.text} className={one.refusal === null ? 'pending' : 'failed'} />}
          {one.attachments.length > 0 && <Attachments attachments={one.attachments} fetchFile={null} />}
          {one.refusal !== null && (
            <Note>
              <span className="bad" role="alert">
                {words.notSent}. {one.refusal}
              </span>{' '}
              <button type="button" className="link" onClick={() => onRetry(one.clientId)}>
                {words.retry}
              </button>
            </Note>
          )}
        </Fragment>
      ))}
      {pending.at(-1)?.refusal === null && <Note>{isHeld ? words.waitsForForm : words.sending}</Note>}
    </div>
  )
}

function Note({ children }: { children: ReactNode }) {
  return <p className="note">{children}</p>
}
