/** Frequent short words of each language that are rare in the others. */
const stopWords: Record<string, string> = {
  english: 'the and of to is you for with are this that have your from will can not be it',
  german: 'der die das und ist nicht mit sie ein eine fur auf wir wird werden sind im den dem oder bei',
  french: 'le les des et est une pour dans vous nous sur avec pas que qui votre sont par du au',
  spanish: 'el los las y es una para con que por su del se lo como mas sus esta al este',
  italian: 'il gli le e una per con che di sono non della del nel si puo da alla anche questo',
  dutch: 'de het een en van voor met niet zijn wij u op te dat is bij ook aan wordt naar',
  portuguese: 'o os as e uma para com que nao por do da em se sao na no mais seu sua',
  swedish: 'och att det som en ett ar pa for med inte av vi ni till den har kan om du',
  danish: 'og at det som en et er pa for med ikke af vi til den har kan om du der',
}
const stopWordSets = Object.entries(stopWords).map(([language, words]) => ({
  language,
  words: new Set(words.split(' ')),
}))
const maxCharacters = 20_000

/** A passage is in another language than its page if it has this many stop words of that, and this many times as many. */
const minStopWords = 4
const minRatio = 2

/** The PostgreSQL text search configuration for the parts of a text. English when no stop word matches. */
export function detectLanguage(parts: string[]): string {
  const best = findMostFrequent(countStopWords(takeStart(parts)))
  return best.count > 0 ? best.language : 'english'
}

/** The configuration for a passage of a page: that of the page unless the passage is clearly in another language. */
export function detectPassageLanguage(text: string, pageLanguage: string): string {
  const counts = countStopWords(text.slice(0, maxCharacters))
  const best = findMostFrequent(counts)
  const ofPage = counts.find(({ language }) => language === pageLanguage)?.count ?? 0
  return best.count >= minStopWords && best.count >= ofPage * minRatio ? best.language : pageLanguage
}

type StopWordCount = { language: string; count: number }

function countStopWords(text: string): StopWordCount[] {
  const words = text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .match(/\p{L}+/gu)
  return stopWordSets.map(({ language, words: own }) => ({
    language,
    count: (words ?? []).filter((word) => own.has(word)).length,
  }))
}

function findMostFrequent(counts: StopWordCount[]): StopWordCount {
  return counts.reduce((one, other) => (other.count > one.count ? other : one))
}

/** Without joining all of a long text. */
function takeStart(parts: string[]): string {
  let start = ''
  for (const part of parts) {
    if (start.length >= maxCharacters) break
    start += `${part}\n`
  }
  return start.slice(0, maxCharacters)
}
