import type { Message } from '@aichat/contracts/chat/messages'
import { sessionSentences } from '@aichat/contracts/chat/sessions'
import { desktopAlerts, doNotDisturb } from '../../kit/browser/preferences.ts'
import { runInOneTab } from '../../kit/browser/tabs.ts'
import { truncate } from '../../kit/format/format.ts'
import { subscribeToEvent } from '../../kit/http/socket.ts'
import { log } from '../../kit/log.ts'
import { visitorName } from '../../sessions/format-session.ts'
import { isAnyTabFocused } from '../../sync/focused-tab.ts'
import { sessionCache } from '../../sync/session-cache.ts'
import { createAlertFilter } from './alert-filter.ts'

const maxCharacters = 140

let hasConstructor: boolean | null = null

/**
 * Browsers support alerts on secure origins only. Chrome on Android has the constructor, but throws when it is called: there
 * only a service worker can show alerts.
 */
export function areAlertsSupported(): boolean {
  if (!('Notification' in window)) return false
  // With permission, the trial would show an alert.
  if (Notification.permission !== 'granted') hasConstructor ??= tryConstructor()
  return hasConstructor ?? true
}

function tryConstructor(): boolean {
  try {
    new Notification('').close()
    return true
  } catch {
    return false
  }
}

export async function requestAlertPermission() {
  return (await Notification.requestPermission()) === 'granted'
}

/**
 * Shows visitors' messages as desktop alerts while no tab of the console is focused, each in one tab. Returns the function
 * that stops it.
 */
export function startDesktopAlerts(open: (sessionId: string) => void) {
  const isForAlert = createAlertFilter()
  return subscribeToEvent('message:new', ({ message }) => {
    if (isForAlert(message) && areAlertsEnabled()) void alertUnlessFocused(message, open)
  })
}

async function alertUnlessFocused(message: Message, open: (sessionId: string) => void) {
  if (await isAnyTabFocused()) return
  await runInOneTab(`alert ${message._id}`, () => showAlert(message, open))
}

async function showAlert(message: Message, open: (sessionId: string) => void) {
  const body = truncate(await loadPlainText(message.text), maxCharacters)
  try {
    // A newer message replaces the alert of the previous one.
    const options = { body, tag: message.sessionId, icon: '/favicon.svg' }
    const alert = new Notification(getVisitorName(message), options)
    alert.onclick = () => {
      window.focus()
      alert.close()
      open(message.sessionId)
    }
  } catch (error) {
    hasConstructor = false
    log('Failed to show a desktop alert', error)
  }
}

/** Few pages of the console need the parser, so that the shell does not load it up front. */
function loadPlainText(text: string): Promise<string> {
  return import('@aichat/contracts/chat/rich-text').then(
    ({ toPlainText }) => toPlainText(text),
    () => text,
  )
}

function areAlertsEnabled() {
  if (desktopAlerts.get() === 'off' || doNotDisturb.get() === 'on') return false
  return 'Notification' in window && Notification.permission === 'granted'
}

function getVisitorName({ sessionId }: Message) {
  const session = sessionCache.get(sessionId)
  return session ? visitorName(session) : sessionSentences.guest
}
