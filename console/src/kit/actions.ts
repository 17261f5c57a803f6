import { useEffect, useId } from 'react'
import { createKeyMatcher, isChord, type Keys } from './keys.ts'
import { singleKeyShortcuts } from './preferences.ts'

export const actionGroups = ['Go to', 'Actions on this page', 'Preferences', 'Help'] as const
type ActionGroup = (typeof actionGroups)[number]

/** Something a person can do from here by keys, or by its name in the palette. */
export type Action = {
  label: string
  group: ActionGroup
  keys?: Keys
  run: () => void
  /** Works by its keys, and stands in the list of shortcuts only. */
  isShortcutOnly?: boolean
  /** Where text is written these keys belong to the text. */
  isIgnoredInTextFields?: boolean
}

const registeredActions = new Map<string, readonly Action[]>()

/** Offers actions for as long as the component is on the screen. */
export function useActions(actions: readonly Action[]) {
  const owner = useId()
  useEffect(() => {
    registeredActions.set(owner, actions)
  }, [owner, actions])
  useEffect(() => () => void registeredActions.delete(owner), [owner])
}

/** What can be done at this moment. What was offered last comes first: the page before the shell. */
export function getCurrentActions(): Action[] {
  return [...registeredActions.values()].reverse().flat()
}

/** Runs the action whose keys are pressed. Answers the function that stops it. */
export function startKeyboardShortcuts() {
  const match = createKeyMatcher()
  function onKeyDown(event: KeyboardEvent) {
    if (event.defaultPrevented || event.isComposing || event.repeat) return
    const actions = getCurrentActions().filter((action) => isEnabledFor(action, event.target))
    const found = match(
      event,
      actions.map(({ keys }) => keys!),
    )
    // Looked for last: in a page of thousands of messages this takes longer than a key may.
    if (!found || isDialogOpen()) return
    event.preventDefault()
    actions.find(({ keys }) => keys === found)?.run()
  }
  window.addEventListener('keydown', onKeyDown)
  return () => window.removeEventListener('keydown', onKeyDown)
}

/** Single keys are text where text is written, and a person may not want them at all. */
function isEnabledFor({ keys, isIgnoredInTextFields }: Action, target: EventTarget | null): boolean {
  if (!keys) return false
  if (isChord(keys)) return !isIgnoredInTextFields || !isEditable(target)
  return singleKeyShortcuts.get() === 'on' && !isEditable(target)
}

function isEditable(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'))
  )
}

/** An open dialog or menu has the keyboard for itself. */
function isDialogOpen(): boolean {
  return document.querySelector('[role=dialog], [role=alertdialog], [role=menu]') !== null
}
