import clsx from 'clsx'
import { X } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { type Action, useActions } from '../../kit/actions.ts'
import { useStore } from '../../kit/store.ts'
import { Button } from '../Button.tsx'
import { IconButton } from '../IconButton.tsx'
import { dismissToast, runToastAction, type Toast, toasts } from './toasts.ts'

/** Bottom left, to keep the composer's Send button free; at the top on phones. F6 focuses it, Mod+Z runs the newest Undo. */
export function ToastRegion() {
  const shown = useStore(toasts)
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
      className="pointer-events-none fixed print:hidden inset-x-4 top-4 z-[60] flex flex-col gap-2 md:inset-x-auto md:start-4 md:top-auto md:bottom-4"
    >
      <div role="status" className="flex flex-col gap-2">
        {shown.map((toast) => (
          <ToastCard key={toast.id} toast={toast} />
        ))}
      </div>
    </section>
  )
}

function useUndoKeys(shown: readonly Toast[]) {
  const newest = shown.findLast(({ action }) => action?.label === 'Undo')
  const actions = useMemo<Action[]>(
    () =>
      newest
        ? [
            {
              label: 'Undo the last action',
              group: 'Actions on this page',
              keys: 'Mod+Z',
              isIgnoredInTextFields: true,
              run: () => runToastAction(newest),
            },
          ]
        : [],
    [newest],
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
        'pointer-events-auto flex w-full animate-rise items-center gap-2 rounded-card border bg-raised py-1.5 ps-4 pe-1.5 shadow-menu md:w-90',
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
