import {
  type AnswerTest,
  type AnswerTestForm,
  answerTestLimits,
  answerTestRoutes,
  answerTestSentences,
} from '@aichat/contracts/ai/answer-tests'
import type { App } from '../app.ts'
import { recordContentEvent } from '../audit/record-content.ts'
import { isId, type Sql } from '../kit/db/db.ts'
import { newId } from '../kit/db/ids.ts'
import type { Caller } from '../kit/http/caller.ts'
import type { Http } from '../kit/http/http.ts'
import { notFound, refuse } from '../kit/http/refusal.ts'
import { serve, withoutTransaction } from '../kit/http/serve.ts'
import { findItem } from '../knowledge/store.ts'
import { requireProject } from '../projects/guard.ts'
import { lockProject } from '../projects/store.ts'
import { findUser } from '../users/store.ts'
import { measureCoverage } from './coverage.ts'
import { requireAnswerTest, requireQuestion } from './guard.ts'
import { countReplyOutcomes, ignoreQuestions, restoreQuestions } from './question-store.ts'
import type { AnswerTestRunner } from './run.ts'
import {
  addTest,
  countTests,
  findLatestRun,
  findTest,
  listTests,
  type NewTest,
  removeTest,
  updateTest,
} from './store.ts'
import { listTestSuggestions } from './test-suggestions.ts'
import { listUnansweredQuestions } from './unanswered-questions.ts'

type Dependencies = Pick<App, 'db'> & { testing: AnswerTestRunner }

export function mountAnswerTests(http: Http, { db, testing }: Dependencies): void {
  serve(http, answerTestRoutes, {
    projectId: requireProject,
    testId: requireAnswerTest,
    questionId: requireQuestion,
  })({
    list: async ({ sql, project }) => ({
      tests: await listTests(sql, project.id),
      lastRun: await findLatestRun(sql, project.id),
    }),

    add: async ({ sql, actor, caller, project, body }) => {
      const added = await createTest(sql, caller, project.id, body)
      await recordContentEvent(sql, actor, 'answer_test_added', { ...toSubject(added), project })
      return added
    },

    update: async ({ sql, actor, project, test, body }) => {
      await updateTest(sql, project.id, await toNewTest(sql, project.id, test, body))
      const after = (await findTest(sql, project.id, test.id)) ?? notFound()
      await recordContentEvent(sql, actor, 'answer_test_changed', { ...toSubject(after), project })
      return after
    },

    remove: async ({ sql, actor, project, test }) => {
      await removeTest(sql, project.id, test.id)
      await recordContentEvent(sql, actor, 'answer_test_deleted', { ...toSubject(test), project })
      return null
    },

    run: withoutTransaction(async ({ caller, project }) => {
      const scope = { companyId: caller.companyId, projectId: project.id }
      return { run: await testing.startRun(scope, 'asked') }
    }),

    questions: async ({ sql, project }) => ({
      questions: await listUnansweredQuestions(sql, project.id),
      outcomes: await countReplyOutcomes(sql, project.id),
    }),

    suggestions: async ({ sql, project }) => ({ suggestions: await listTestSuggestions(sql, project.id) }),

    coverage: withoutTransaction(({ caller, project }) =>
      measureCoverage(db, { companyId: caller.companyId, projectId: project.id }),
    ),

    ignoreQuestion: async ({ sql, caller, project, question: { hashes }, body }) => {
      const scope = { companyId: caller.companyId, projectId: project.id }
      if (body.isIgnored) await ignoreQuestions(sql, scope, hashes)
      else await restoreQuestions(sql, project.id, hashes)
      return null
    },
  })
}

async function createTest(
  sql: Sql,
  { companyId, userId }: Caller,
  projectId: string,
  form: AnswerTestForm,
): Promise<AnswerTest> {
  await lockProject(sql, projectId)
  if ((await countTests(sql, projectId)) >= answerTestLimits.maxPerProject) {
    refuse(409, answerTestSentences.tooMany)
  }
  const test = await toNewTest(sql, projectId, { id: newId(), tags: [], owner: { id: userId } }, form)
  await addTest(sql, { companyId, projectId }, test)
  return (await findTest(sql, projectId, test.id)) ?? notFound()
}

function toSubject({ id, question }: AnswerTest) {
  return { kind: 'answer_test' as const, id, name: question }
}

/**
 * A cited item must belong to the project. Its title is stored, so that the test stays readable after its deletion. Tags and owner
 * that the form leaves out are those of `current`.
 */
async function toNewTest(
  sql: Sql,
  projectId: string,
  current: { id: string; tags: string[]; owner: { id: string } | null },
  form: AnswerTestForm,
): Promise<NewTest> {
  const { question, mustContain, mustCite, mustHandOver, mustSuggest = false, tags = current.tags } = form
  const ownerId = form.ownerId === undefined ? (current.owner?.id ?? null) : form.ownerId
  const isMember = ownerId === null || (isId(ownerId) && (await findUser(sql, ownerId)) !== null)
  if (!isMember) refuse(400, answerTestSentences.unknownOwner, 'ownerId')
  const test = { id: current.id, question, mustContain, mustHandOver, mustSuggest, tags, ownerId }
  if (mustCite === null) return { ...test, mustCite: null }
  const item = isId(mustCite) ? await findItem(sql, projectId, mustCite) : null
  if (!item) refuse(400, answerTestSentences.unknownItem, 'mustCite')
  return { ...test, mustCite: { itemId: item.id, title: item.title } }
}
