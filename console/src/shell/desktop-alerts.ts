import type { Message } from '@aichat/contracts/messages'
import { sessionSentences } from '@aichat/contracts/sessions'
import { truncate } from '../kit/format.ts'
import { desktopAlerts, doNotDisturb } from '../kit/preferences.ts'
import { subscribeToEvent } from '../kit/socket.ts'
import { sessionCache } from '../sync/session-cache.ts'
import { visitorName } from '../sync/visitor.ts'

const maxCharacters = 140

/** Browsers support alerts on secure origins only. */
export function areAlertsSupported() {
  return 'Notification' in window
}

export async function requestAlertPermission() {
  return (await Notification.requestPermission()) === 'granted'
}

/** Shows visitors' messages as desktop alerts while the console is not focused. Returns the function that stops it. */
export function startDesktopAlerts(open: (sessionId: string) => void) {
  return subscribeToEvent('message:new', ({ message }) => {
    if (message.from !== 'visitor' || document.hasFocus() || !areAlertsEnabled()) return
    showAlert(message, open)
  })
}

async function showAlert(message: Message, open: (sessionId: string) => void) {
  // Few pages of the console need the parser, so that the shell does not load it up front.
  const { toPlainText } = await import('@aichat/contracts/rich-text')
  const alert = new Notification(getVisitorName(message), {
    body: truncate(toPlainText(message.text), maxCharacters),
    // The tag shows one alert across tabs, and lets a newer message replace the previous one.
    tag: message.sessionId,
    icon: '/favicon.svg',
  })
  alert.onclick = () => {
    window.focus()
    alert.close()
    open(message.sessionId)
  }
}

function areAlertsEnabled() {
  if (desktopAlerts.get() === 'off' || doNotDisturb.get() === 'on') return false
  return areAlertsSupported() && Notification.permission === 'granted'
}

function getVisitorName({ sessionId }: Message) {
  const session = sessionCache.get(sessionId)
  return session ? visitorName(session) : sessionSentences.guest
}
