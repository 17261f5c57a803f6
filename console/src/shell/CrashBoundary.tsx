import { Component, type ReactNode } from 'react'
import { log } from '../kit/log.ts'
import { toast } from '../ui/feedback/toasts.ts'

type Props = { children: ReactNode; onCrash: () => void }

/** If a dialog or panel of the shell crashes, it is closed and the rest of the screen keeps working. */
export class CrashBoundary extends Component<Props, { hasCrashed: boolean }> {
  override state = { hasCrashed: false }

  static getDerivedStateFromError() {
    return { hasCrashed: true }
  }

  override componentDidCatch(error: unknown) {
    log('A part of the shell failed', error)
    toast('Something went wrong. Please try again.', { tone: 'bad' })
    this.props.onCrash()
  }

  override render() {
    return this.state.hasCrashed ? null : this.props.children
  }
}
