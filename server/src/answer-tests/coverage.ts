import { setImmediate as yieldToEvents } from 'node:timers/promises'
import type { TestCoverage } from '@aichat/contracts/ai/answer-tests'
import { getProfile } from '../agent-profile/store.ts'
import type { Db } from '../kit/db/db.ts'
import { maskPersonalData } from '../replies/model/mask-secrets.ts'
import { isSimilar } from './cluster-questions.ts'
import { listKnownQuestions, listRecentQuestions } from './question-store.ts'
import { groupByKey, isQuestion, stemQuestions, toKey } from './stem-questions.ts'
import type { Scope } from './store.ts'

const questionsPerSlice = 20

/** How many of visitors' last questions resemble the question of an answer test. Yields to other events between slices. */
export async function measureCoverage(
  { company }: Pick<Db, 'company'>,
  { companyId, projectId }: Scope,
): Promise<TestCoverage> {
  const { asked, questions, tests } = await company(companyId, async (sql) => {
    const profile = await getProfile(sql, projectId)
    const recent = (await listRecentQuestions(sql, projectId)).map(maskPersonalData)
    const asked = groupByKey(
      recent.filter((text) => isQuestion(text, profile)).map((question) => ({ question })),
    )
    const { testQuestions } = await listKnownQuestions(sql, projectId)
    return {
      asked,
      questions: await stemQuestions(sql, projectId, [...asked.keys()]),
      tests: await stemQuestions(sql, projectId, testQuestions.map(toKey)),
    }
  })
  const coverage = { questions: 0, covered: 0 }
  for (const [index, { text, stems }] of questions.entries()) {
    if (index % questionsPerSlice === questionsPerSlice - 1) await yieldToEvents()
    const count = asked.get(text)?.length ?? 0
    const isCovered = tests.some((test) => test.text === text || isSimilar(test.stems, stems))
    coverage.questions += count
    if (isCovered) coverage.covered += count
  }
  return coverage
}
