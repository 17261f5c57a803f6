import clsx from 'clsx'
import { X } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { type Action, useActions } from '../../kit/actions.ts'
import { useStore } from '../../kit/store.ts'
import { Button } from '../Button.tsx'
import { IconButton } from '../IconButton.tsx'
import { dismissToast, runToastAction, type Toast, toasts } from './toasts.ts'

/**
 * Shows one toast at the bottom center: of the element with the class `toast-anchor`, else of the window. F6 focuses it,
 * Mod+Z runs its Undo.
 */
export function ToastRegion() {
  const shown = useStore(toasts).at(-1)
  const region = useRef<HTMLElement>(null)
  useEffect(() => {
    function focusRegion(event: KeyboardEvent) {
      if (event.key !== 'F6' || toasts.get().length === 0) return
      event.preventDefault()
      region.current?.querySelector('button')?.focus()
    }
    window.addEventListener('keydown', focusRegion)
    return () => window.removeEventListener('keydown', focusRegion)
  }, [])
  useUndoKeys(shown)
  return (
    <section
      ref={region}
      aria-label="Notifications"
      className="toast-region pointer-events-none z-[60] print:hidden"
    >
      <div role="status">{shown && <ToastCard key={shown.id} toast={shown} />}</div>
    </section>
  )
}

function useUndoKeys(shown: Toast | undefined) {
  const actions = useMemo<Action[]>(
    () =>
      shown?.action?.label === 'Undo'
        ? [
            {
              label: 'Undo the last action',
              group: 'Actions on this page',
              keys: 'Mod+Z',
              isIgnoredInTextFields: true,
              run: () => runToastAction(shown),
            },
          ]
        : [],
    [shown],
  )
  useActions(actions)
}

function ToastCard({ toast }: { toast: Toast }) {
  const { id, text, tone, action } = toast
  const [isPaused, setPaused] = useState(false)
  // An error stays until the user dismisses it.
  const durationMs = tone === 'bad' ? null : action ? 8000 : 5000
  useEffect(() => {
    if (durationMs === null || isPaused) return
    const timer = setTimeout(() => dismissToast(id), durationMs)
    return () => clearTimeout(timer)
  }, [id, durationMs, isPaused])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hovering only pauses the timer
    <div
      onPointerEnter={() => setPaused(true)}
      onPointerLeave={() => setPaused(false)}
      onFocus={() => setPaused(true)}
      onBlur={() => setPaused(false)}
      className={clsx(
        'pointer-events-auto flex w-full animate-rise items-center gap-2 rounded-card border bg-raised py-1.5 ps-4 pe-1.5 shadow-menu',
        tone === 'bad' && 'border-bad-solid',
      )}
    >
      <p className={clsx('min-w-0 flex-1 text-body wrap-anywhere', tone === 'bad' && 'text-bad')}>{text}</p>
      {action && (
        <Button variant="ghost" size="compact" onPress={() => runToastAction(toast)}>
          {action.label}
        </Button>
      )}
      <IconButton label="Dismiss" onPress={() => dismissToast(id)}>
        <X aria-hidden strokeWidth={1.75} />
      </IconButton>
    </div>
  )
}
