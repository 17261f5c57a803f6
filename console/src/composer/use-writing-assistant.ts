import { commonSentences } from '@aichat/contracts/common'
import type { Suggestion, WritingTone } from '@aichat/contracts/writing'
import { useState } from 'react'
import { errorMessage } from '../kit/api-error.ts'
import { usePreference, writingAssistant, writingTone } from '../kit/preferences.ts'
import { useRewrite, useSuggestion, useWritingAssistant } from '../sync/session-queries.ts'
import type { Writing } from '../sync/thread.ts'

/** What stands between the toolbar and the text: nothing, or what the assistant has to show about the text as it is. */
type Strip =
  | { kind: 'rewriting'; tone: WritingTone }
  | { kind: 'preview'; of: string; text: string; tone: WritingTone }
  | { kind: 'drafting' }
  | { kind: 'draft'; before: string; sources: Suggestion['sources'] }
  | { kind: 'problem'; sentence: string; again: (() => void) | null }

type Options = {
  sessionId: string
  text: string
  onText: (text: string) => void
  onSend: (text: string, writing: Writing) => void
}
export type Assistant = ReturnType<typeof useAssistant>

/** The writing assistant and the drafts from the knowledge, for one conversation's composer. */
export function useAssistant({ sessionId, text, onText, onSend }: Options) {
  const isOn = usePreference(writingAssistant) !== '0'
  const tone = usePreference(writingTone)
  const { data: availability } = useWritingAssistant()
  const rewrite = useRewrite(sessionId)
  const suggestion = useSuggestion(sessionId)
  const [strip, setStrip] = useState<Strip | null>(null)
  const [accepted, setAccepted] = useState<{ original: string; tone: WritingTone } | null>(null)

  // Words written anew after all was deleted are nobody's rewriting.
  if (accepted && text.trim() === '') setAccepted(null)

  const unavailable = availability?.isAvailable === false ? availability.note : null
  // What was previewed belongs to the words that were previewed.
  const shown = strip?.kind === 'preview' && strip.of !== text ? null : strip
  const writing: Writing | undefined = accepted ?? (isOn ? { tone } : undefined)

  function fail(sentence: string, again: (() => void) | null) {
    setStrip({ kind: 'problem', sentence, again })
  }

  async function preview() {
    const words = text.trim()
    if (words === '' || rewrite.isPending) return
    if (unavailable) return fail(unavailable, null)
    setStrip({ kind: 'rewriting', tone })
    try {
      const { text: rewritten, note } = await rewrite.mutateAsync({ text: words, tone })
      if (rewritten === null) return fail(note ?? commonSentences.unexpected, preview)
      setStrip({ kind: 'preview', of: text, text: rewritten, tone })
    } catch (error) {
      fail(errorMessage(error, commonSentences.unexpected), preview)
    }
  }

  async function draft() {
    if (suggestion.isPending) return
    setStrip({ kind: 'drafting' })
    try {
      const { text: drafted, sources, note } = await suggestion.mutateAsync()
      if (drafted === null) return fail(note ?? commonSentences.unexpected, null)
      setStrip({ kind: 'draft', before: text, sources })
      onText(drafted)
    } catch (error) {
      fail(errorMessage(error, commonSentences.unexpected), draft)
    }
  }

  return {
    isOn,
    tone,
    unavailable,
    strip: shown,
    isDrafting: suggestion.isPending,
    isRewriting: rewrite.isPending,
    isBlank: text.trim() === '',
    /** What goes out with the text, if it is sent now. */
    writing,
    toggle: (next: boolean) => writingAssistant.set(next ? '1' : '0'),
    choose: (next: WritingTone) => writingTone.set(next),
    preview,
    draft,
    dismiss: () => setStrip(null),
    undoDraft(before: string) {
      setStrip(null)
      onText(before)
    },
    sendPreview(of: string, rewritten: string, previewed: WritingTone) {
      onSend(rewritten, { tone: previewed, original: of.trim() })
    },
    editPreview(of: string, rewritten: string, previewed: WritingTone) {
      setAccepted({ original: of.trim(), tone: previewed })
      setStrip(null)
      onText(rewritten)
    },
    /** The text is gone: sent, or thrown away. */
    forget() {
      setStrip(null)
      setAccepted(null)
    },
  }
}
