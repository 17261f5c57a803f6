import type { PageEvents } from '../page-events.ts'
import type { BridgeLoader } from './bridge-loader.ts'
import type { Panel } from './panel.ts'

const readyTimeoutMs = 8000

export type ChatLoader = {
  /** Loads the chat, or starts over after a failure. Returns whether it is ready. */
  load(): boolean
  /** The frame has rendered the chat. */
  handleReady(): void
  stop(): void
}

/** Loads the chat into the panel, and reports when it is not ready in time. A slow frame may still become ready later. */
export function createChatLoader(panel: Panel, events: PageEvents, bridges: BridgeLoader): ChatLoader {
  let isReady = false
  let timer: ReturnType<typeof setTimeout> | undefined

  function load() {
    if (isReady || timer) return isReady
    panel.setState('loading')
    const attempt = setTimeout(fail, readyTimeoutMs)
    timer = attempt
    bridges.load().then(
      ({ createFrame }) => createFrame(),
      () => timer === attempt && fail(),
    )
    return false
  }

  function stop() {
    clearTimeout(timer)
    timer = undefined
  }

  function fail() {
    if (!timer) return
    stop()
    bridges.reset()
    panel.setState('failed', load)
    events.emit('error', 'unreachable')
  }

  return {
    load,
    handleReady() {
      stop()
      isReady = true
      panel.setState('ready')
    },
    stop,
  }
}
