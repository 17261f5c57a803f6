import type { Message, Source } from '@aichat/contracts/chat/messages'
import { toSafeHref } from '@aichat/contracts/chat/rich-text'
import type { ChatActions } from '../chat/state.ts'
import { useAttempt } from '../kit/use-attempt.ts'
import { words } from '../kit/words.ts'

export type SuggestionActions = Pick<ChatActions, 'answerSuggestions' | 'emit'>

export type SuggestionsProps = {
  message: Message
  offersTeam: boolean
  actions: SuggestionActions
}

/** Pages that may contain the answer, and whether they did. */
export function Suggestions({ message, offersTeam, actions }: SuggestionsProps) {
  const { isBusy, failure, attempt } = useAttempt()
  const { sources = [], helped } = message.meta
  const answer = (isHelpful: boolean) => attempt(() => actions.answerSuggestions(message._id, isHelpful))
  return (
    <>
      <ul className="cards" aria-label={words.sources}>
        {sources.map((source, index) => (
          <li key={index} dir="auto">
            <Card
              source={source}
              onOpen={() =>
                actions.emit('suggestion:open', { messageId: message._id, itemId: source.itemId })
              }
            />
          </li>
        ))}
      </ul>
      {helped === undefined ? (
        <div className="choices" aria-busy={isBusy}>
          <button type="button" className="pill" onClick={() => answer(true)}>
            {words.thatHelped}
          </button>
          {offersTeam && (
            <button type="button" className="pill" onClick={() => answer(false)}>
              {words.callPerson}
            </button>
          )}
        </div>
      ) : (
        helped && <span className="note">{words.helpedThanks}</span>
      )}
      {failure && (
        <span className="bad" role="alert">
          {failure}
        </span>
      )}
    </>
  )
}

type CardProps = { source: Source; onOpen: () => void }

function Card({ source: { title, url, quote }, onOpen }: CardProps) {
  const href = /^https?:/i.test(url ?? '') ? toSafeHref(url!) : null
  // A text without a title has its first words as one.
  const start = title.replace(/…$/, '')
  const isGenerated = quote && (quote.startsWith(start) || start.startsWith(quote))
  const content = (
    <>
      {!isGenerated && <b>{title}</b>}
      {quote && <span>{quote}</span>}
    </>
  )
  return href ? (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow" onClick={onOpen}>
      {content}
    </a>
  ) : (
    <div>{content}</div>
  )
}
