import type { Message } from '@aichat/contracts/messages'
import { sessionSentences } from '@aichat/contracts/sessions'
import { plainText } from '../kit/plain-text.ts'
import { desktopAlerts, doNotDisturb } from '../kit/preferences.ts'
import { on } from '../kit/socket.ts'
import { cut } from '../kit/words.ts'
import { knownSession } from '../sync/session-cache.ts'
import { visitorName } from '../sync/visitor.ts'

const mostCharacters = 140

/** Browsers offer alerts on secure origins only. */
export function canAlert() {
  return 'Notification' in window
}

export async function allowAlerts() {
  return (await Notification.requestPermission()) === 'granted'
}

/** A visitor's message shows on the desktop while nobody looks at the console. Answers the function that stops it. */
export function followAlerts(open: (sessionId: string) => void) {
  return on('message:new', ({ message }) => {
    if (message.from !== 'visitor' || document.hasFocus() || !isWanted()) return
    const alert = new Notification(nameOf(message), {
      body: cut(plainText(message.text), mostCharacters),
      // Several tabs show the same one once; a second message takes the place of the first.
      tag: message.sessionId,
      icon: '/favicon.svg',
    })
    alert.onclick = () => {
      window.focus()
      alert.close()
      open(message.sessionId)
    }
  })
}

function isWanted() {
  if (desktopAlerts.get() === 'off' || doNotDisturb.get() === 'on') return false
  return canAlert() && Notification.permission === 'granted'
}

function nameOf({ sessionId }: Message) {
  const session = knownSession(sessionId)
  return session ? visitorName(session) : sessionSentences.guest
}
