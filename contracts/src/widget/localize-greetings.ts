import type { Language } from '../kit/languages.ts'
import type { Greetings } from './widget.ts'
import { defaultGreetings, formerOfflineGreeting } from './widget-defaults.ts'

type DefaultGreetings = typeof defaultGreetings
type LocalizedGreetings = Omit<Greetings, 'translations'>

/** The greetings of a new project, in the other languages of the chat. */
const defaultTranslations: Record<Exclude<Language, 'en'>, DefaultGreetings> = {
  de: {
    firstVisit: 'Hallo! Wie können wir Ihnen heute helfen?',
    returning: 'Willkommen zurück! Wie können wir helfen?',
    offline: 'Unser Team ist gerade nicht da. Schreiben Sie uns, und wir melden uns bei Ihnen.',
  },
  fr: {
    firstVisit: 'Bonjour ! Comment pouvons-nous vous aider aujourd’hui ?',
    returning: 'Bon retour parmi nous ! Comment pouvons-nous vous aider ?',
    offline: 'Notre équipe est absente pour le moment. Écrivez-nous, nous vous répondrons.',
  },
  es: {
    firstVisit: '¡Hola! ¿En qué podemos ayudarle hoy?',
    returning: '¡Hola de nuevo! ¿En qué podemos ayudarle?',
    offline: 'Nuestro equipo no está disponible ahora. Escríbanos y le responderemos.',
  },
  it: {
    firstVisit: 'Salve! Come possiamo aiutarla oggi?',
    returning: 'Che piacere rivederla! Come possiamo aiutarla?',
    offline: 'Il nostro team non è disponibile al momento. Ci scriva e le risponderemo.',
  },
  pt: {
    firstVisit: 'Olá! Como podemos ajudar hoje?',
    returning: 'Olá de novo! Como podemos ajudar?',
    offline: 'Nossa equipe não está disponível no momento. Envie uma mensagem e responderemos.',
  },
  nl: {
    firstVisit: 'Hallo! Waarmee kunnen we u vandaag helpen?',
    returning: 'Welkom terug! Waarmee kunnen we helpen?',
    offline: 'Ons team is er op dit moment niet. Stuur ons een bericht en we nemen contact met u op.',
  },
  pl: {
    firstVisit: 'Dzień dobry! W czym możemy dziś pomóc?',
    returning: 'Witamy ponownie! W czym możemy pomóc?',
    offline: 'Nasz zespół jest teraz niedostępny. Proszę napisać wiadomość, a odpowiemy.',
  },
  ar: {
    firstVisit: 'مرحبًا! كيف يمكننا مساعدتك اليوم؟',
    returning: 'مرحبًا بعودتك! كيف يمكننا مساعدتك؟',
    offline: 'فريقنا غير متاح الآن. أرسل لنا رسالة وسنرد عليك.',
  },
  he: {
    firstVisit: 'שלום! איך נוכל לעזור לך היום?',
    returning: 'טוב לראות אותך שוב! איך נוכל לעזור?',
    offline: 'הצוות שלנו לא זמין כרגע. אפשר לשלוח לנו הודעה ונחזור אליך.',
  },
}

/** The greetings in one language: the company's own translations, then those of the greetings that it has not edited. */
export function localizeGreetings(
  { translations, ...greetings }: Greetings,
  language: Language,
): LocalizedGreetings {
  const own = Object.entries(translations?.[language] ?? {}).filter(([, text]) => text.length > 0)
  return { ...greetings, ...translateDefaults(greetings, language), ...Object.fromEntries(own) }
}

function translateDefaults(greetings: DefaultGreetings, language: Language): Partial<DefaultGreetings> {
  if (language === 'en') return {}
  const { firstVisit, returning, offline } = defaultTranslations[language]
  return {
    ...(greetings.firstVisit === defaultGreetings.firstVisit ? { firstVisit } : {}),
    ...(greetings.returning === defaultGreetings.returning ? { returning } : {}),
    ...([defaultGreetings.offline, formerOfflineGreeting].includes(greetings.offline) ? { offline } : {}),
  }
}
