/** `expected` holds the ways in which a right answer may say it; null where the documents say nothing about it. */
export type Question = { text: string; expected: string[] | null; isHeldOut: boolean }
type Verdict = 'right' | 'wrong' | 'declined'
export type Judged = { question: Question; answer: string | null; verdict: Verdict }

/** Lines like `do you repair tents => yes, we | repairs`, with a dash where nothing is to be found. */
export function readQuestions(file: string): Question[] {
  return linesOf(file).map(([text, expected], place) => ({
    text,
    expected: expected === '-' ? null : expected.split(' | '),
    isHeldOut: place % 3 === 2,
  }))
}

export function readFaqs(file: string): { question: string; answer: string }[] {
  return linesOf(file).map(([question, answer]) => ({ question, answer }))
}

function linesOf(file: string): [string, string][] {
  return file
    .split('\n')
    .filter((line) => line.includes(' => '))
    .map((line) => {
      const place = line.indexOf(' => ')
      return [line.slice(0, place).trim(), line.slice(place + 4).trim()]
    })
}

/** An answer is right when it says what was expected, and wrong whenever it says something else instead of calling a person. */
export function judge(question: Question, answer: string | null): Judged {
  if (answer === null) return { question, answer, verdict: 'declined' }
  const said = answer.toLowerCase()
  const isRight = question.expected?.some((way) => said.includes(way.toLowerCase())) ?? false
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
    'answered all the same': count(
      ({ question, verdict }) => question.expected === null && verdict === 'wrong',
    ),
  }
}
