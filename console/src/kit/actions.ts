import type { Permission } from '@aichat/contracts/company/permissions'
import { useId, useLayoutEffect } from 'react'
import { createKeyMatcher, isChord, isComposing, type Keys } from './browser/keys.ts'
import { singleKeyShortcuts } from './browser/preferences.ts'
import { currentUserCan } from './permissions.ts'
import { isEditable, watchRemovedField } from './removed-field.ts'

export const actionGroups = [
  'This conversation',
  'Go to',
  'Actions on this page',
  'Preferences',
  'Help',
] as const
type ActionGroup = (typeof actionGroups)[number]

/** Something the user can do on this screen, by a keyboard shortcut or from the command palette. */
export type Action = {
  label: string
  group: ActionGroup
  /** Other words by which the command palette finds the action. */
  keywords?: string
  keys?: Keys
  run: () => void
  /** Listed among the keyboard shortcuts, but not in the command palette. */
  isShortcutOnly?: boolean
  /** In the command palette only when the user has typed its words. */
  isSearchOnly?: boolean
  /** Without it, the action is neither listed nor run. */
  permission?: Permission
  /** Ignored while a text field has the focus. */
  isIgnoredInTextFields?: boolean
}

const registeredActions = new Map<string, readonly Action[]>()
let openingOverlays = 0

/** Registers actions for as long as the component is mounted, before it is painted: the user may press their keys then. */
export function useActions(actions: readonly Action[]) {
  const owner = useId()
  useLayoutEffect(() => {
    registeredActions.set(owner, actions)
  }, [owner, actions])
  useLayoutEffect(() => () => void registeredActions.delete(owner), [owner])
}

/** The registered actions that the user may run, latest first, so that the page's come before the shell's. */
export function getCurrentActions(): Action[] {
  const actions = [...registeredActions.values()].reverse().flat()
  return actions.filter(({ permission }) => !permission || currentUserCan(permission))
}

/**
 * Disables single-key shortcuts until the returned function is called. While a dialog or menu loads, the user may already
 * type into it.
 */
export function pauseSingleKeys(): () => void {
  openingOverlays += 1
  return () => {
    openingOverlays -= 1
  }
}

/** Runs the action whose keys are pressed. Returns the function that stops listening. */
export function startKeyboardShortcuts() {
  const match = createKeyMatcher()
  const removedField = watchRemovedField()
  function onKeyDown(event: KeyboardEvent) {
    if (event.defaultPrevented || isComposing(event) || event.repeat) return
    const isTyping = isEditable(event.target) || removedField.ownsKeyPress()
    const actions = getCurrentActions().filter((action) => isEnabled(action, isTyping))
    const found = match(
      event,
      actions.map(({ keys }) => keys!),
    )
    // Checked last: the DOM query is too slow to run on every key press in a long transcript.
    if (!found || isDialogOpen()) return
    event.preventDefault()
    actions.find(({ keys }) => keys === found)?.run()
  }
  window.addEventListener('keydown', onKeyDown)
  return () => {
    removedField.stop()
    window.removeEventListener('keydown', onKeyDown)
  }
}

/** Single keys do nothing while text is typed, and never if the user has switched them off. */
function isEnabled({ keys, isIgnoredInTextFields }: Action, isTyping: boolean): boolean {
  if (!keys) return false
  if (isChord(keys)) return !isIgnoredInTextFields || !isTyping
  return singleKeyShortcuts.get() === 'on' && !isTyping && openingOverlays === 0
}

/** An open dialog or menu handles the keyboard. */
function isDialogOpen(): boolean {
  return document.querySelector('[role=dialog], [role=alertdialog], [role=menu]') !== null
}
