import { render } from 'preact'
import { startVisitor } from './connection/api.ts'
import { chooseLanguage } from './kit/languages.ts'
import { createStorage } from './kit/storage.ts'
import { runFrame } from './run-frame.tsx'

/** The page of a link to one conversation. The fragment of its URL is the token of the link. */
const { key = '' } = document.body.dataset
const root = document.getElementById('chat')!
const token = location.hash.slice(1)
window.addEventListener('hashchange', () => location.reload())
// On a wide screen, lines as long as the window would be hard to read.
root.style.maxInlineSize = '48rem'
root.style.marginInline = 'auto'
void open()

async function open() {
  const isExpired = token === '' || (await isUnknown())
  if (!isExpired) return runFrame(root, key, openStorage())
  const language = chooseLanguage(navigator.languages)
  document.documentElement.lang = language
  document.documentElement.dir = language === 'ar' || language === 'he' ? 'rtl' : ''
  render(<p className="notice">{sentences[language as keyof typeof sentences]}</p>, root)
}

/** Lasts as long as the tab. The token of the link replaces the visitor's own, which this browser may have, too. */
function openStorage() {
  const tab = createStorage('sessionStorage', token, null)
  tab.write('token', token)
  return { visitor: tab, tab }
}

/** Where the server cannot be reached, the chat opens and tries again. */
async function isUnknown(): Promise<boolean> {
  try {
    const page = { url: '', referrer: '', language: navigator.language }
    return (await startVisitor(key, token, '', page)) === null
  } catch {
    return false
  }
}

const sentences = {
  en: 'This link has expired. To continue the conversation, open the chat on our website.',
  de: 'Dieser Link ist abgelaufen. Öffnen Sie den Chat auf unserer Website, um das Gespräch fortzusetzen.',
  fr: 'Ce lien a expiré. Pour poursuivre la conversation, ouvrez le chat sur notre site.',
  es: 'Este enlace ha caducado. Para continuar la conversación, abre el chat en nuestro sitio web.',
  it: 'Questo link è scaduto. Per continuare la conversazione, apri la chat sul nostro sito.',
  pt: 'Este link expirou. Para continuar a conversa, abra o chat no nosso site.',
  nl: 'Deze link is verlopen. Open de chat op onze website om het gesprek voort te zetten.',
  pl: 'Ten link wygasł. Aby kontynuować rozmowę, otwórz czat na naszej stronie.',
  ar: 'انتهت صلاحية هذا الرابط. لمتابعة المحادثة، افتح الدردشة على موقعنا.',
  he: 'פג תוקפו של הקישור. כדי להמשיך בשיחה, פתחו את הצ׳אט באתר שלנו.',
}
