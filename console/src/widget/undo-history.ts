import { getWidgetFileId } from '@aichat/contracts/widget/logo'
import {
  type WidgetConfig,
  type WidgetFieldPath,
  type WidgetPatch,
  widgetFieldLabels,
} from '@aichat/contracts/widget/widget'
import { invertPatch, listPaths } from './config-patch.ts'

/** The patch that undoes one edit. */
type Step = { back: WidgetPatch; paths: string; editedAt: number; isTyped: boolean }

export type UndoHistory = {
  record(config: WidgetConfig, patch: WidgetPatch): void
  /** Removes the last step and returns its inverse. */
  undo(): { patch: WidgetPatch; name: string } | null
  isEmpty(): boolean
}

const maxSteps = 50
/** Key presses within this time are undone together. */
const typingPauseMs = 1000

/** Records the last fifty field edits, so that each can be undone. */
export function createUndoHistory(now: () => number = Date.now): UndoHistory {
  const steps: Step[] = []
  return {
    record(config, patch) {
      const paths = listPaths(patch).join(' ')
      const back = invertPatch(config, patch)
      const isTyped = JSON.stringify(outline(patch)) === JSON.stringify(outline(back))
      const last = steps.at(-1)
      if (last?.isTyped && isTyped && last.paths === paths && now() - last.editedAt < typingPauseMs) {
        last.editedAt = now()
        return
      }
      steps.push({ back, paths, editedAt: now(), isTyped })
      if (steps.length > maxSteps) steps.shift()
    },
    undo() {
      const step = steps.pop()
      return step ? { patch: step.back, name: getFieldName(step.paths) } : null
    },
    isEmpty: () => steps.length === 0,
  }
}

/** The value without texts and numbers, which is the same before and after typing or sliding. An uploaded image is not typed. */
function outline(value: unknown): unknown {
  if (typeof value === 'string' && getWidgetFileId(value)) return value
  if (typeof value === 'string' || typeof value === 'number') return ''
  if (Array.isArray(value)) return value.map(outlineItem)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, outline(inner)]))
}

/** An item of a list without its typed texts. */
function outlineItem(item: unknown): unknown {
  if (typeof item !== 'object' || item === null) return ''
  const { label: _label, name: _name, photoUrl: _photoUrl, ...field } = item as Record<string, unknown>
  return field
}

function getFieldName(paths: string): string {
  const path = paths.startsWith('greetings.translations.') ? 'greetings.translations' : paths
  return widgetFieldLabels[path as WidgetFieldPath] ?? 'Several fields'
}
