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

/** The texts that the loader shows before the chat is loaded. English is the launcher's built-in fallback. */
export const launcherLabels: Record<Exclude<Language, 'en'>, LauncherLabels> = {
  de: {
    open: 'Chat öffnen',
    close: 'Chat schließen',
    dismiss: 'Ausblenden',
    unread: 'Ungelesen',
    unreachable:
      'Der Chat konnte nicht geladen werden. Prüfen Sie Ihre Verbindung und versuchen Sie es erneut.',
    retry: 'Erneut versuchen',
  },
  fr: {
    open: 'Ouvrir la discussion',
    close: 'Fermer la discussion',
    dismiss: 'Masquer',
    unread: 'Non lus',
    unreachable: 'Impossible de charger la discussion. Vérifiez votre connexion et réessayez.',
    retry: 'Réessayer',
  },
  es: {
    open: 'Abrir el chat',
    close: 'Cerrar el chat',
    dismiss: 'Ocultar',
    unread: 'Sin leer',
    unreachable: 'No se pudo cargar el chat. Compruebe su conexión e inténtelo de nuevo.',
    retry: 'Reintentar',
  },
  it: {
    open: 'Apri la chat',
    close: 'Chiudi la chat',
    dismiss: 'Nascondi',
    unread: 'Non letti',
    unreachable: 'Impossibile caricare la chat. Controlla la connessione e riprova.',
    retry: 'Riprova',
  },
  pt: {
    open: 'Abrir o chat',
    close: 'Fechar o chat',
    dismiss: 'Ocultar',
    unread: 'Não lidas',
    unreachable: 'Não foi possível carregar o chat. Verifique sua conexão e tente novamente.',
    retry: 'Tentar novamente',
  },
  nl: {
    open: 'Chat openen',
    close: 'Chat sluiten',
    dismiss: 'Verbergen',
    unread: 'Ongelezen',
    unreachable: 'De chat kon niet worden geladen. Controleer je verbinding en probeer het opnieuw.',
    retry: 'Opnieuw proberen',
  },
  pl: {
    open: 'Otwórz czat',
    close: 'Zamknij czat',
    dismiss: 'Ukryj',
    unread: 'Nieprzeczytane',
    unreachable: 'Nie udało się wczytać czatu. Sprawdź połączenie i spróbuj ponownie.',
    retry: 'Spróbuj ponownie',
  },
  ar: {
    open: 'فتح المحادثة',
    close: 'إغلاق المحادثة',
    dismiss: 'إخفاء',
    unread: 'غير مقروءة',
    unreachable: 'تعذّر تحميل المحادثة. تحقق من الاتصال وحاول مرة أخرى.',
    retry: 'إعادة المحاولة',
  },
  he: {
    open: 'פתיחת הצ׳אט',
    close: 'סגירת הצ׳אט',
    dismiss: 'הסתרה',
    unread: 'שלא נקראו',
    unreachable: 'לא ניתן לטעון את הצ׳אט. בדקו את החיבור ונסו שוב.',
    retry: 'ניסיון חוזר',
  },
}

export type LauncherLabels = Record<'open' | 'close' | 'dismiss' | 'unread' | 'unreachable' | 'retry', string>
