import type { Prompt } from '@aichat/contracts/ai/prompts'
import { useState } from 'react'
import { useResetPrompt, useSavePrompt } from './queries.ts'

export type PromptDraft = ReturnType<typeof usePromptDraft>

/** The edited text of a prompt; the saved text until the first edit. */
export function usePromptDraft(prompt: Prompt) {
  const saving = useSavePrompt(prompt.key)
  const resetting = useResetPrompt(prompt.key)
  const [draft, setDraft] = useState<string | null>(null)
  const [note, setNote] = useState('')
  const text = draft ?? prompt.text

  function save(body: { text: string; note: string }) {
    resetting.reset()
    saving.mutate(body, { onSuccess: clearDraft })
  }

  function resetToDefault() {
    saving.reset()
    resetting.mutate(undefined, { onSuccess: clearDraft })
  }

  /** Keeps edits that were made while the request was running. */
  function clearDraft() {
    setDraft((now) => (now === draft ? null : now))
    setNote((now) => (now === note ? '' : now))
  }

  return {
    text,
    note,
    isChanged: text.trim() !== prompt.text,
    setText: setDraft,
    setNote,
    discard: () => setDraft(null),
    save: () => save({ text, note }),
    restore: (version: { text: string; version: number }) =>
      save({ text: version.text, note: `Restored version ${version.version}` }),
    resetToDefault,
    isSaving: saving.isPending,
    isResetting: resetting.isPending,
    error: saving.error ?? resetting.error,
  }
}
