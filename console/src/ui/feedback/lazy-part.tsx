import { type ComponentType, type ReactNode, useEffect, useLayoutEffect, useState } from 'react'
import { pauseSingleKeys } from '../../kit/actions.ts'
import { log } from '../../kit/log.ts'
import { isNewVersionAvailable } from '../../kit/version.ts'
import { LoadFailed } from './LoadFailed.tsx'
import { loadFailedText, newVersionText } from './load-failure.ts'
import { toast } from './toasts.ts'

type Load<Props> = () => Promise<ComponentType<Props>>

/**
 * A component whose code is loaded when it is first shown. If that fails, it offers to load it again; `React.lazy` would
 * keep the failure until the page is reloaded.
 */
export function lazyPart<Props extends object>(load: Load<Props>, fallback: ReactNode = null) {
  const useCode = createCodeHook(load)
  return function LazyPart(props: Props) {
    const { Part, failure, retry } = useCode()
    if (Part) return <Part {...props} />
    return failure ? <LoadFailed isOutdated={failure.isOutdated} onRetry={retry} /> : fallback
  }
}

/**
 * The same for a dialog, menu or pane. A failure closes it, so that the user can open it again. While a dialog or menu
 * loads, single keys run no shortcuts; a pane leaves the keys to the rest of the screen.
 */
export function lazyOverlay<Props extends { onClose: () => void }>(
  load: Load<Props>,
  kind: 'dialog' | 'pane' = 'dialog',
) {
  const useCode = createCodeHook(load)
  return function LazyOverlay(props: Props) {
    const { Part, failure } = useCode()
    const { onClose } = props
    const isPausing = kind === 'dialog' && !Part && !failure
    useLayoutEffect(() => (isPausing ? pauseSingleKeys() : undefined), [isPausing])
    // biome-ignore lint/correctness/useExhaustiveDependencies: once for each failure
    useEffect(() => {
      if (!failure) return
      toastLoadFailure(failure.isOutdated)
      onClose()
    }, [failure])
    return Part && <Part {...props} />
  }
}

type Failure = { isOutdated: boolean }

function createCodeHook<Props>(load: Load<Props>) {
  let loaded: ComponentType<Props> | null = null
  return function useCode() {
    const [Part, setPart] = useState(() => loaded)
    const [failure, setFailure] = useState<Failure | null>(null)
    useEffect(() => {
      if (Part || failure) return
      let isMounted = true
      load().then(
        (component) => {
          loaded = component
          if (isMounted) setPart(() => component)
        },
        async (error) => {
          log('Failed to load a part of the console', error)
          const isOutdated = await isNewVersionAvailable()
          if (isMounted) setFailure({ isOutdated })
        },
      )
      return () => {
        isMounted = false
      }
    }, [Part, failure])
    return { Part, failure, retry: () => setFailure(null) }
  }
}

function toastLoadFailure(isOutdated: boolean) {
  if (!isOutdated) return toast(loadFailedText, { tone: 'bad' })
  const action = { label: 'Reload', onPress: () => window.location.reload() }
  return toast(newVersionText, { tone: 'bad', action })
}
