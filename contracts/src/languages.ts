/** The languages of the chat widget, each by its native name. */
export const languages = {
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
  es: 'Español',
  it: 'Italiano',
  pt: 'Português',
  nl: 'Nederlands',
  pl: 'Polski',
  ar: 'العربية',
  he: 'עברית',
} as const
export type Language = keyof typeof languages

export const languageCodes = Object.keys(languages) as Language[]

/** Accessible labels of the launcher. English is the launcher's built-in fallback. */
export const launcherLabels: Record<Exclude<Language, 'en'>, LauncherLabels> = {
  de: { open: 'Chat öffnen', close: 'Chat schließen', dismiss: 'Ausblenden', unread: 'Ungelesen' },
  fr: { open: 'Ouvrir la discussion', close: 'Fermer la discussion', dismiss: 'Masquer', unread: 'Non lus' },
  es: { open: 'Abrir el chat', close: 'Cerrar el chat', dismiss: 'Ocultar', unread: 'Sin leer' },
  it: { open: 'Apri la chat', close: 'Chiudi la chat', dismiss: 'Nascondi', unread: 'Non letti' },
  pt: { open: 'Abrir o chat', close: 'Fechar o chat', dismiss: 'Ocultar', unread: 'Não lidas' },
  nl: { open: 'Chat openen', close: 'Chat sluiten', dismiss: 'Verbergen', unread: 'Ongelezen' },
  pl: { open: 'Otwórz czat', close: 'Zamknij czat', dismiss: 'Ukryj', unread: 'Nieprzeczytane' },
  ar: { open: 'فتح المحادثة', close: 'إغلاق المحادثة', dismiss: 'إخفاء', unread: 'غير مقروءة' },
  he: { open: 'פתיחת הצ׳אט', close: 'סגירת הצ׳אט', dismiss: 'הסתרה', unread: 'שלא נקראו' },
}

export type LauncherLabels = { open: string; close: string; dismiss: string; unread: string }
