import type { Language } from '@aichat/contracts/kit/languages'

/** The texts of emails to visitors and of their unsubscribe page. `{name}` is the sender's name. */
type EmailWords = {
  subject: string
  attachment: string
  /** Behind the name of the AI assistant. */
  ai: string
  open: string
  reason: string
  /** Where the installation reads replies. */
  reply: string
  noReplies: string
  unsubscribe: string
  question: string
  done: string
  invalid: string
}

export const emailWords: Record<Language, EmailWords> = {
  en: {
    subject: 'New message from {name}',
    attachment: 'Attachment:',
    ai: 'AI',
    open: 'Continue the conversation',
    reason: 'You got this email because you left your address in the chat with {name}.',
    reply: 'Reply to this email, or use the link above.',
    noReplies: 'Replies to this email are not read. Use the link above to answer.',
    unsubscribe: 'Unsubscribe',
    question: 'Stop getting emails about your conversations with {name}?',
    done: "You won't get emails about your conversations with {name} anymore.",
    invalid: "This link isn't valid.",
  },
  de: {
    subject: 'Neue Nachricht von {name}',
    attachment: 'Anhang:',
    ai: 'KI',
    open: 'Gespräch fortsetzen',
    reason: 'Sie erhalten diese E-Mail, weil Sie im Chat mit {name} Ihre Adresse angegeben haben.',
    reply: 'Antworten Sie auf diese E-Mail oder über den Link oben.',
    noReplies: 'Antworten auf diese E-Mail werden nicht gelesen. Antworten Sie über den Link oben.',
    unsubscribe: 'Abbestellen',
    question: 'Möchten Sie keine E-Mails mehr zu Ihren Gesprächen mit {name} erhalten?',
    done: 'Sie erhalten keine E-Mails mehr zu Ihren Gesprächen mit {name}.',
    invalid: 'Dieser Link ist ungültig.',
  },
  fr: {
    subject: 'Nouveau message de {name}',
    attachment: 'Pièce jointe :',
    ai: 'IA',
    open: 'Poursuivre la conversation',
    reason: 'Vous recevez cet e-mail car vous avez laissé votre adresse dans le chat avec {name}.',
    reply: 'Répondez à cet e-mail ou utilisez le lien ci-dessus.',
    noReplies: 'Les réponses à cet e-mail ne sont pas lues. Utilisez le lien ci-dessus pour répondre.',
    unsubscribe: 'Se désabonner',
    question: 'Ne plus recevoir d’e-mails concernant vos conversations avec {name} ?',
    done: 'Vous ne recevrez plus d’e-mails concernant vos conversations avec {name}.',
    invalid: "Ce lien n'est pas valide.",
  },
  es: {
    subject: 'Nuevo mensaje de {name}',
    attachment: 'Archivo adjunto:',
    ai: 'IA',
    open: 'Continuar la conversación',
    reason: 'Ha recibido este correo porque dejó su dirección en el chat con {name}.',
    reply: 'Responda a este correo o use el enlace de arriba.',
    noReplies: 'Las respuestas a este correo no se leen. Use el enlace de arriba para responder.',
    unsubscribe: 'Cancelar la suscripción',
    question: '¿Dejar de recibir correos sobre sus conversaciones con {name}?',
    done: 'Ya no recibirá correos sobre sus conversaciones con {name}.',
    invalid: 'Este enlace no es válido.',
  },
  it: {
    subject: 'Nuovo messaggio da {name}',
    attachment: 'Allegato:',
    ai: 'IA',
    open: 'Continua la conversazione',
    reason: 'Ricevi questa e-mail perché hai lasciato il tuo indirizzo nella chat con {name}.',
    reply: 'Rispondi a questa e-mail o usa il link qui sopra.',
    noReplies: 'Le risposte a questa e-mail non vengono lette. Usa il link qui sopra per rispondere.',
    unsubscribe: "Annulla l'iscrizione",
    question: 'Non vuoi più ricevere e-mail sulle tue conversazioni con {name}?',
    done: 'Non riceverai più e-mail sulle tue conversazioni con {name}.',
    invalid: 'Questo link non è valido.',
  },
  pt: {
    subject: 'Nova mensagem de {name}',
    attachment: 'Anexo:',
    ai: 'IA',
    open: 'Continuar a conversa',
    reason: 'Você recebeu este e-mail porque deixou seu endereço no chat com {name}.',
    reply: 'Responda a este e-mail ou use o link acima.',
    noReplies: 'As respostas a este e-mail não são lidas. Use o link acima para responder.',
    unsubscribe: 'Cancelar inscrição',
    question: 'Deixar de receber e-mails sobre suas conversas com {name}?',
    done: 'Você não receberá mais e-mails sobre suas conversas com {name}.',
    invalid: 'Este link não é válido.',
  },
  nl: {
    subject: 'Nieuw bericht van {name}',
    attachment: 'Bijlage:',
    ai: 'AI',
    open: 'Gesprek voortzetten',
    reason: 'Je ontvangt deze e-mail omdat je je adres hebt achtergelaten in de chat met {name}.',
    reply: 'Beantwoord deze e-mail of gebruik de link hierboven.',
    noReplies: 'Antwoorden op deze e-mail worden niet gelezen. Gebruik de link hierboven om te antwoorden.',
    unsubscribe: 'Afmelden',
    question: 'Geen e-mails meer ontvangen over je gesprekken met {name}?',
    done: 'Je ontvangt geen e-mails meer over je gesprekken met {name}.',
    invalid: 'Deze link is niet geldig.',
  },
  pl: {
    subject: 'Nowa wiadomość od {name}',
    attachment: 'Załącznik:',
    ai: 'AI',
    open: 'Kontynuuj rozmowę',
    reason: 'Otrzymujesz tę wiadomość, ponieważ podano ten adres w czacie z {name}.',
    reply: 'Odpowiedz na tę wiadomość lub użyj powyższego linku.',
    noReplies: 'Odpowiedzi na tę wiadomość nie są czytane. Aby odpowiedzieć, użyj powyższego linku.',
    unsubscribe: 'Anuluj subskrypcję',
    question: 'Nie chcesz już otrzymywać wiadomości o rozmowach z {name}?',
    done: 'Nie będziesz już otrzymywać wiadomości o rozmowach z {name}.',
    invalid: 'Ten link jest nieprawidłowy.',
  },
  ar: {
    subject: 'رسالة جديدة من {name}',
    attachment: 'مرفق:',
    ai: 'ذكاء اصطناعي',
    open: 'متابعة المحادثة',
    reason: 'وصلتك هذه الرسالة لأنك تركت عنوانك في الدردشة مع {name}.',
    reply: 'يمكنك الرد على هذه الرسالة أو استخدام الرابط أعلاه.',
    noReplies: 'لا تُقرأ الردود على هذه الرسالة. استخدم الرابط أعلاه للرد.',
    unsubscribe: 'إلغاء الاشتراك',
    question: 'هل تريد التوقف عن تلقي رسائل البريد عن محادثاتك مع {name}؟',
    done: 'لن تصلك بعد الآن رسائل بريد عن محادثاتك مع {name}.',
    invalid: 'هذا الرابط غير صالح.',
  },
  he: {
    subject: 'הודעה חדשה מאת {name}',
    attachment: 'קובץ מצורף:',
    ai: 'AI',
    open: 'המשך השיחה',
    reason: 'קיבלת את ההודעה הזו כי השארת את כתובתך בצ׳אט עם {name}.',
    reply: 'אפשר להשיב להודעה הזו או להשתמש בקישור שלמעלה.',
    noReplies: 'תשובות להודעה הזו אינן נקראות. כדי להשיב, השתמשו בקישור שלמעלה.',
    unsubscribe: 'ביטול הרישום',
    question: 'להפסיק לקבל הודעות דוא״ל על השיחות שלך עם {name}?',
    done: 'לא תקבל עוד הודעות דוא״ל על השיחות שלך עם {name}.',
    invalid: 'הקישור אינו תקין.',
  },
}

export function isRightToLeft(language: Language): boolean {
  return language === 'ar' || language === 'he'
}
