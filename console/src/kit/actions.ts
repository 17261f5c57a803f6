import { useEffect, useId } from 'react'
import { createMatcher, isChord, type Keys } from './keys.ts'
import { singleKeys } from './preferences.ts'

export const actionGroups = ['Go to', 'Actions on this page', 'Preferences', 'Help'] as const
type ActionGroup = (typeof actionGroups)[number]

/** Something a person can do from here by keys, or by its name in the palette. */
export type Action = {
  label: string
  group: ActionGroup
  keys?: Keys
  run: () => void
  /** Works by its keys, and stands in the list of shortcuts only. */
  isByKeysOnly?: boolean
  /** Where text is written these keys belong to the text. */
  isOffInText?: boolean
}

const registered = new Map<string, readonly Action[]>()

/** Offers actions for as long as the component is on the screen. */
export function useActions(actions: readonly Action[]) {
  const owner = useId()
  useEffect(() => {
    registered.set(owner, actions)
  }, [owner, actions])
  useEffect(() => () => void registered.delete(owner), [owner])
}

/** What can be done at this moment. What was offered last comes first: the page before the shell. */
export function currentActions(): Action[] {
  return [...registered.values()].reverse().flat()
}

/** Runs the action whose keys are pressed. Answers the function that stops it. */
export function listenForKeys() {
  const match = createMatcher()
  function onKeyDown(event: KeyboardEvent) {
    if (event.defaultPrevented || event.isComposing || event.repeat) return
    const actions = currentActions().filter((action) => isHeard(action, event.target))
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
function isHeard({ keys, isOffInText }: Action, target: EventTarget | null): boolean {
  if (!keys) return false
  if (isChord(keys)) return !isOffInText || !isEditable(target)
  return singleKeys.get() === 'on' && !isEditable(target)
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
