import { type Suggestion, type WritingTone, writingSentences } from '@aichat/contracts/chat/writing'
import { commonSentences } from '@aichat/contracts/kit/common'
import { useState } from 'react'
import { getDraftText } from '../drafts/draft-text.ts'
import { usePreference } from '../kit/browser/preferences.ts'
import { errorMessage } from '../kit/http/api-error.ts'
import { isEditable } from '../kit/removed-field.ts'
import type { Rewrite } from '../sync/thread.ts'
import { useRewrite, useSuggestion, useWritingAssistant } from './queries.ts'
import { writingAssistant, writingTone } from './writing-preferences.ts'

/** What the assistant shows above the message. */
export type Panel =
  | { kind: 'rewriting'; tone: WritingTone }
  | Preview
  | { kind: 'suggesting' }
  | SuggestionOffer
  | { kind: 'suggestion'; previousText: string; sources: Suggestion['sources'] }
  | { kind: 'error'; message: string; retry: 'preview' | 'suggest' | null }

/** `original` is the text that was rewritten. */
export type Preview = { kind: 'preview'; original: string; text: string; tone: WritingTone }

/** A suggestion that has not replaced the message, because the agent typed while it was created. */
export type SuggestionOffer = { kind: 'suggestion-offer'; text: string; sources: Suggestion['sources'] }

type Options = {
  sessionId: string
  text: string
  onText: (text: string, takesFocus?: boolean) => void
  onSend: (text: string, rewrite: Rewrite) => void
}
export type Assistant = ReturnType<typeof useAssistant>

/** The Writing Assistant and suggested replies of one conversation's composer. */
export function useAssistant(options: Options) {
  const { text } = options
  const isOn = usePreference(writingAssistant) !== '0'
  const tone = usePreference(writingTone)
  const isSetUp = useWritingAssistant().data?.isAvailable !== false
  const [panel, setPanel] = useState<Panel | null>(null)
  const [accepted, setAccepted] = useState<Rewrite | null>(null)
  // A text that is typed after everything was deleted is not the accepted rewrite.
  if (accepted && text.trim() === '') setAccepted(null)
  // A preview is valid for the text that it was made from.
  const shown = panel?.kind === 'preview' && panel.original !== text ? null : panel
  const { preview, isRewriting } = usePreview({ ...options, tone, isSetUp, setPanel })
  /** Replaces the message by a text that was not made from it. */
  function replaceText(next: string, takesFocus?: boolean) {
    setAccepted(null)
    options.onText(next, takesFocus)
  }
  const suggestion = useSuggest({ ...options, onText: replaceText, setPanel })

  return {
    isOn,
    tone,
    isSetUp,
    panel: shown,
    isSuggesting: suggestion.isSuggesting,
    isRewriting,
    isBlank: text.trim() === '',
    /** How the text would be rewritten if it were sent now. */
    rewrite: accepted ?? (isOn ? { tone } : undefined),
    /** How any other text would be rewritten. */
    rewriteOfOther: isOn ? { tone } : undefined,
    toggle: (next: boolean) => writingAssistant.set(next ? '1' : '0'),
    setTone: (next: WritingTone) => writingTone.set(next),
    preview,
    suggest: suggestion.suggest,
    acceptSuggestion: suggestion.accept,
    dismiss: () => setPanel(null),
    undoSuggestion(previousText: string) {
      setPanel(null)
      replaceText(previousText)
    },
    sendPreview: (accept: Preview) => options.onSend(accept.text, toRewrite(accept)),
    editPreview(accept: Preview) {
      setAccepted(toRewrite(accept))
      setPanel(null)
      options.onText(accept.text)
    },
    /** For when the message has been sent or replaced. */
    reset() {
      suggestion.cancel()
      setPanel(null)
      setAccepted(null)
    },
  }
}

function toRewrite({ tone, original }: Preview): Rewrite {
  return { tone, original: original.trim() }
}

type SetPanel = (panel: Panel) => void
type PreviewOptions = Options & { tone: WritingTone; isSetUp: boolean; setPanel: SetPanel }

function usePreview({ sessionId, text, tone, isSetUp, setPanel }: PreviewOptions) {
  const rewrite = useRewrite(sessionId)
  async function preview() {
    const trimmed = text.trim()
    if (trimmed === '' || rewrite.isPending) return
    if (!isSetUp) return setPanel({ kind: 'error', message: writingSentences.no_model, retry: null })
    setPanel({ kind: 'rewriting', tone })
    const fail = (message: string) => setPanel({ kind: 'error', message, retry: 'preview' })
    try {
      const { text: rewritten, note } = await rewrite.mutateAsync({ text: trimmed, tone })
      if (rewritten === null) return fail(note ?? commonSentences.unexpected)
      setPanel({ kind: 'preview', original: text, text: rewritten, tone })
    } catch (error) {
      fail(errorMessage(error, commonSentences.unexpected))
    }
  }
  return { preview, isRewriting: rewrite.isPending }
}

function useSuggest({ sessionId, onText, setPanel }: Options & { setPanel: SetPanel }) {
  const suggestion = useSuggestion(sessionId)

  function suggest() {
    if (suggestion.isPending) return
    const textBefore = getDraftText(sessionId)
    setPanel({ kind: 'suggesting' })
    // These callbacks do not run if the agent has left the conversation or sent the message in the meantime.
    suggestion.mutate(undefined, {
      onSuccess({ text, sources, note }) {
        if (text === null)
          setPanel({ kind: 'error', message: note ?? commonSentences.unexpected, retry: null })
        else if (getDraftText(sessionId) === textBefore) accept({ text, sources })
        else setPanel({ kind: 'suggestion-offer', text, sources })
      },
      onError(error) {
        setPanel({
          kind: 'error',
          message: errorMessage(error, commonSentences.unexpected),
          retry: 'suggest',
        })
      },
    })
  }

  /** The focus stays in another field that the agent types in, such as the search. */
  function accept({ text, sources }: Pick<SuggestionOffer, 'text' | 'sources'>) {
    setPanel({ kind: 'suggestion', previousText: getDraftText(sessionId), sources })
    onText(text, !isEditable(document.activeElement))
  }

  return { suggest, accept, cancel: suggestion.reset, isSuggesting: suggestion.isPending }
}
