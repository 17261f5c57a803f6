/** `expected` lists phrases of which a right answer contains one; null where the documents contain no answer. */
export type Question = { text: string; expected: string[] | null; isHeldOut: boolean }
type Verdict = 'right' | 'wrong' | 'declined'
export type Judged = { question: Question; answer: string | null; verdict: Verdict }

/** Lines such as `do you repair tents => yes, we | repairs`, with a dash where the documents contain no answer. */
export function readQuestions(file: string): Question[] {
  return readPairs(file).map(([text, expected], place) => ({
    text,
    expected: expected === '-' ? null : expected.split(' | '),
    isHeldOut: place % 3 === 2,
  }))
}

export function readFaqs(file: string): { question: string; answer: string }[] {
  return readPairs(file).map(([question, answer]) => ({ question, answer }))
}

function readPairs(file: string): [string, string][] {
  return file
    .split('\n')
    .filter((line) => line.includes(' => '))
    .map((line) => {
      const place = line.indexOf(' => ')
      return [line.slice(0, place).trim(), line.slice(place + 4).trim()]
    })
}

/** An answer is right when it contains an expected phrase, and wrong when it contains none instead of handing over to a person. */
export function judge(question: Question, answer: string | null): Judged {
  if (answer === null) return { question, answer, verdict: 'declined' }
  const lowerCaseAnswer = answer.toLowerCase()
  const isRight = question.expected?.some((way) => lowerCaseAnswer.includes(way.toLowerCase())) ?? false
  return { question, answer, verdict: isRight ? 'right' : 'wrong' }
}

export function tally(all: Judged[]) {
  const count = (which: (one: Judged) => boolean) => all.filter(which).length
  return {
    answerable: count(({ question }) => question.expected !== null),
    right: count(({ verdict }) => verdict === 'right'),
    wrong: count(({ question, verdict }) => question.expected !== null && verdict === 'wrong'),
    declined: count(({ question, verdict }) => question.expected !== null && verdict === 'declined'),
    'not covered': count(({ question }) => question.expected === null),
    'answered anyway': count(({ question, verdict }) => question.expected === null && verdict === 'wrong'),
  }
}
