import { Component, type ReactNode, Suspense } from 'react'
import { log } from '../kit/log.ts'
import { toast } from '../ui/toasts.ts'

/** Loads a part of the shell on demand. If its files are missing, the rest of the screen keeps working. */
export function LazyBoundary({ children }: { children: ReactNode }) {
  return (
    <LoadErrorBoundary>
      <Suspense>{children}</Suspense>
    </LoadErrorBoundary>
  )
}

class LoadErrorBoundary extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override componentDidCatch(error: unknown) {
    log('A part of the shell failed', error)
    toast('New version available', {
      tone: 'bad',
      action: { label: 'Reload', onPress: () => window.location.reload() },
    })
  }

  override render() {
    return this.state.hasFailed ? null : this.props.children
  }
}
