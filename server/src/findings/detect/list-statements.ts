import { splitStatements } from '../../replies/search/split-statements.ts'
import type { StatementText } from '../../replies/types.ts'

const dayAtEnd = /(?<![\d.,])\d{1,2}\.$/
const monthAtStart = /^(?:jan|feb|mär|apr|mai|jun|jul|aug|sep|okt|nov|dez)\p{L}*\.?(?=\s|$)/iu

/** The sentences and table rows of a section. A date such as '31. März' does not end a sentence. */
export function listStatements(text: string): StatementText[] {
  const statements: StatementText[] = []
  for (const statement of splitStatements(text)) {
    const last = statements.at(-1)
    const isDate =
      last?.paragraph === statement.paragraph && dayAtEnd.test(last.text) && monthAtStart.test(statement.text)
    if (last && isDate) last.text += ` ${statement.text}`
    else statements.push({ ...statement })
  }
  return statements
}

const words =
  /(?<!\p{L})(?:superseded|archived?|outdated|obsolete|former|discontinued|old (?:version|terms|prices)|frühere\w*|ehemalige\w*|veraltet\w*|beendet|abgelöst|archiv\w*|ancienne?s?|archivée?s?|antigu[oa]s?|anterior\w*|archivad[oa]|precedent[ei]|archivi\w+|vorige|verouderd\w*|gearchiveerd)(?!\p{L})/iu

/** Whether a title says that a page is about the past, for example 'Prices 2021' or 'Terms (superseded)'. */
export function isSuperseded(title: string, now: Date): boolean {
  const years = [...title.matchAll(/(?<![\d.,-])(?:19|20)\d\d(?![\d])/g)].map(([year]) => Number(year))
  const isPast = years.length > 0 && Math.max(...years) < now.getUTCFullYear()
  const isUntil = /(?<!\p{L})(?:until|bis|jusqu['’]au?|hasta|fino al?|tot|até)\s.*\d{4}/iu.test(title)
  return words.test(title) || isPast || isUntil
}
