import { type WidgetConfig, type WidgetPatch, widgetSentences } from '@aichat/contracts/widget/widget'
import { useEffect, useMemo, useReducer, useRef } from 'react'
import { createAutosave, type SaveState } from '../kit/autosave.ts'
import { onConnect } from '../kit/http/socket.ts'
import { log } from '../kit/log.ts'
import { usePermission } from '../kit/permissions.ts'
import { toast } from '../ui/feedback/toasts.ts'
import { getConfigCorrections } from './config-corrections.ts'
import {
  applyValidEdits,
  type FieldErrors,
  getUnsavedChanges,
  mergePatch,
  removeSavedEdits,
  validateConfig,
} from './config-patch.ts'
import { saveWidget } from './queries.ts'
import { createUndoHistory } from './undo-history.ts'

export type WidgetDraft = {
  /** The edited config, which may be invalid. */
  config: WidgetConfig
  /** The config with only the valid edits. */
  validConfig: WidgetConfig
  errors: FieldErrors
  saveState: SaveState
  edit: (patch: WidgetPatch) => void
  retry: () => void
  /** Drops the unsaved edits. */
  discard: () => void
  /** Undoes the last edit and returns the name of its field. */
  undo: () => string | null
  canUndo: boolean
}

/** The stored config with unsaved edits on top, saved automatically. `onSaved` runs after each save. */
export function useWidgetDraft(stored: WidgetConfig, onSaved: () => void): WidgetDraft {
  const canEdit = usePermission('widget.manage')
  const [, redraw] = useReducer((count: number) => count + 1, 0)
  const state = useRef<State>({ stored, edits: {}, saveState: 'idle', hasLeft: false, onSaved })
  state.current.onSaved = onSaved
  // A newer config was saved by another user, or by this one before the screen was reopened.
  if (stored.updatedAt > state.current.stored.updatedAt) state.current.stored = stored

  const autosave = useMemo(() => createDraftSaver(state.current, redraw), [])
  const history = useMemo(() => createUndoHistory(), [])

  const { edits, saveState } = state.current
  const config = mergePatch(state.current.stored, edits)
  const errors = validateConfig(config)

  function apply(patch: WidgetPatch) {
    if (!canEdit) return
    state.current.edits = mergePatch(state.current.edits, patch)
    autosave.schedule()
    redraw()
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: the corrections are the first edit, made once
  useEffect(() => {
    const correction = getConfigCorrections(state.current.stored)
    if (Object.keys(correction).length > 0) apply(correction)
  }, [])

  useEffect(() => {
    state.current.hasLeft = false
    window.addEventListener('pagehide', autosave.flushOnClose)
    window.addEventListener('online', autosave.retryFailed)
    const stopListening = onConnect(autosave.retryFailed)
    return () => {
      window.removeEventListener('pagehide', autosave.flushOnClose)
      window.removeEventListener('online', autosave.retryFailed)
      stopListening()
      state.current.hasLeft = true
      void autosave.flush()
    }
  }, [autosave])

  return {
    config,
    validConfig: applyValidEdits(state.current.stored, edits, errors),
    errors,
    saveState,
    edit(patch) {
      history.record(mergePatch(state.current.stored, state.current.edits), patch)
      apply(patch)
    },
    retry: autosave.retry,
    discard() {
      state.current.edits = {}
      void autosave.retry()
    },
    undo() {
      const step = history.undo()
      if (!step) return null
      apply(step.patch)
      return step.name
    },
    canUndo: !history.isEmpty(),
  }
}

type State = {
  stored: WidgetConfig
  edits: WidgetPatch
  saveState: SaveState
  /** Whether the editor is no longer on the screen. Its last save may still be running. */
  hasLeft: boolean
  onSaved: () => void
}

function createDraftSaver(state: State, redraw: () => void) {
  const autosave = createAutosave<WidgetPatch>({
    getChanges: () =>
      getUnsavedChanges(state.stored, state.edits, validateConfig(mergePatch(state.stored, state.edits))),
    async save(patch, leaving) {
      try {
        const saved = await saveWidget(state.stored.id, patch, leaving)
        if (saved.updatedAt >= state.stored.updatedAt) state.stored = saved
        state.edits = removeSavedEdits(state.edits, patch)
        state.onSaved()
      } catch (error) {
        log('Failed to save the widget', error)
        throw error
      }
    },
    onState(saveState) {
      state.saveState = saveState
      if (saveState === 'error' && state.hasLeft) showSaveError()
      redraw()
    },
  })

  function showSaveError() {
    toast(widgetSentences.saveFailed, { tone: 'bad', action: { label: 'Retry', onPress: autosave.retry } })
  }

  return autosave
}
