/** The line that mail clients put above a signature (RFC 3676). */
const delimiter = /^(?:-- ?|—)$/
/** Others that people use, and that may also divide a text. */
const rule = /^(?:_{5,}|={5,}|-{5,})$/
/** Products that add a line such as "Sent from my iPhone". */
const products =
  /iphone|ipad|ipod|galaxy|samsung|outlook|android|huawei|xiaomi|redmi|pixel|yahoo|proton|gmail|gmx|web\.de|k-9|bluemail|blackberry|windows|thunderbird|apple mail|smartphone|mobile|handy|docomo|softbank|qq/i
/** How such a line begins in languages of their users; in German and Japanese, how it ends. */
const footer = new RegExp(
  [
    '^(?:sent (?:from|with|via|using)|get outlook)\\b',
    '^(?:gesendet|verschickt) (?:von|mit)\\b|^(?:von|diese|mit)\\b.* gesendet\\.?$',
    '^envoyée? (?:de|depuis|à|avec|via) |^(?:obtenir|téléchargez?|télécharger) ',
    '^envia(?:do|da) (?:desde|de|do|da|a partir|con|com|pelo|por)\\b|^(?:obtener|obtén|obter|obtenha) ',
    '^inviat[oa] (?:da|dal|con|tramite)\\b|^(?:scarica|ottieni) ',
    '^(?:verzonden|verstuurd) (?:vanaf|vanuit|met|via|van)\\b|^download ',
    '^wysłan[aeoy] (?:z|za|przy|przez)\\b|^pobierz ',
    'から送信(?:しました|されました)?。?$|で送信$',
    '^(?:أرسلت|ارسلت|مرسلة?|تم الإرسال|تم إرسال)',
    '^(?:sendt|skickat|lähetetty|отправлено|发自)',
  ].join('|'),
  'i',
)
/** Phrases above the name of the sender. */
const closing =
  /regards|wishes|sincerely|cheers|grüße|grüßen|gruß|grüsse|cordialement|salutations|saludos?|atentamente|saluti|cordialità|atenciosamente|cumprimentos|abraços?|groet|groeten|pozdrawiam|pozdrowienia|poważaniem|よろしく|敬具|تحيات|التحية|تقدير/i
const contact = /(?:\+|\b0|\(\d)[\d\s()/.-]{6,}\d|\bwww\.|https?:\/\/|\S+@\S+\.\S+/
const maxFooterLength = 120
const maxClosingLength = 60
const maxClosingWords = 5
const maxSignatureLines = 25
const maxLinesBelowRule = 10
const maxContactLength = 200

/** The text without the signature: what follows a delimiter, a line of the mail client, or a closing phrase with contact details. */
export function cutSignature(text: string): string {
  const lines = text.trimEnd().split('\n')
  const delimited = lines.findIndex(
    (line, index) =>
      index > 0 &&
      (delimiter.test(line.trimEnd()) ||
        (rule.test(line.trim()) && index >= lines.length - 1 - maxLinesBelowRule)),
  )
  const beforeDelimiter = delimited < 0 ? lines : lines.slice(0, delimited)
  const own = cutContactBlock(cutFooter(beforeDelimiter)).join('\n').trim()
  return own || text.trim()
}

/** Without the line that the mail client adds, such as "Sent from my iPhone". */
function cutFooter(lines: string[]): string[] {
  const end = lines.findLastIndex((line) => line.trim() !== '') + 1
  const last = lines[end - 1] ?? ''
  const normalized = last
    .normalize('NFD')
    .replace(/[\u064b-\u065f]/g, '')
    .normalize('NFC')
  const isFooter = last.length <= maxFooterLength && products.test(last) && footer.test(normalized.trim())
  return isFooter && end > 1 ? cutFooter(lines.slice(0, end - 1)) : lines.slice(0, end)
}

/** Without a closing phrase and all behind it, where contact details follow. A closing with a name only is part of the text. */
function cutContactBlock(lines: string[]): string[] {
  const from = Math.max(1, lines.length - maxSignatureLines)
  const start = lines.findLastIndex((line, index) => index >= from && isClosing(line))
  if (start < 0 || !lines.slice(start + 1).some((line) => contact.test(line.slice(0, maxContactLength))))
    return lines
  return lines.slice(0, start)
}

/** A line of its own, not a sentence such as "My sister wishes to return it." */
function isClosing(line: string): boolean {
  const text = line.trim()
  const wordCount = text.split(/\s+/).length
  return (
    text.length <= maxClosingLength &&
    wordCount <= maxClosingWords &&
    !/[.?;:]$/.test(text) &&
    closing.test(text)
  )
}
