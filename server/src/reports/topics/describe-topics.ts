import type { App } from '../../app.ts'
import { getCompany } from '../../companies/store.ts'
import type { ModelLookup } from '../../company-models/company-models.ts'
import { forEachItem } from '../../kit/process/each-item.ts'
import { type ScheduledTask, scheduleTask } from '../../kit/process/scheduler.ts'
import { getPrompt, renderPrompt } from '../../prompts/current.ts'
import { maskPersonalData } from '../../replies/model/mask-secrets.ts'
import {
  type Attempt,
  claimTopic,
  findTopicToDescribe,
  listCompaniesWithTopics,
  listQuestionsToDescribe,
  saveDescription,
} from './description-store.ts'
import { writeDescription } from './write-description.ts'

type Dependencies = Pick<App, 'db' | 'log'> & { models: ModelLookup }
type Claimed = { attempt: Attempt; instructions: string; questions: string[] }

const taskName = 'topic descriptions'
const intervalMs = 60_000
/** Of a company in each run, so that the others do not wait long. */
const maxPerRun = 10

/** Lets the AI models of companies write names and summaries for the topics of unanswered questions. */
export function startTopicDescriptions(app: Dependencies): ScheduledTask {
  async function describeAll(signal: AbortSignal): Promise<void> {
    const companies = await app.db.lookup(listCompaniesWithTopics)
    await forEachItem(companies, ({ companyId }) => describeTopics(app, companyId, signal), {
      task: taskName,
      log: app.log,
      signal,
    })
  }

  return scheduleTask({ name: taskName, intervalMs, runsAtStart: true, run: describeAll }, app.log)
}

async function describeTopics(app: Dependencies, companyId: string, signal: AbortSignal): Promise<void> {
  if (!(await app.models.get({ companyId, projectId: null })).model) return
  for (let count = 0; count < maxPerRun && !signal.aborted; count++) {
    const { prompt, topic } = await app.db.company(companyId, async (sql) => {
      const current = await getPrompt(sql, 'topic')
      return { prompt: current, topic: await findTopicToDescribe(sql, current.version) }
    })
    if (!topic) return
    // Counts the tokens for the project.
    const { model } = await app.models.get({ companyId, projectId: topic.projectId })
    if (!model) return
    const claimed = await claim(
      app,
      { companyId, topic, model: model.name, promptVersion: prompt.version },
      prompt.text,
    )
    if (!claimed) return
    const { attempt, instructions, questions } = claimed
    if (questions.length === 0) continue
    const description = await writeDescription(model, instructions, questions, signal)
    if (description) await app.db.company(companyId, (sql) => saveDescription(sql, attempt, description))
    else
      app.log.warn(
        { model: model.name },
        'the model wrote no name and summary that the questions of a topic support',
      )
  }
}

/** Null when another process describes the topic. */
function claim(
  { db }: Dependencies,
  candidate: Omit<Attempt, 'sessionIds'>,
  promptText: string,
): Promise<Claimed | null> {
  return db.company(candidate.companyId, async (sql) => {
    const found = await listQuestionsToDescribe(sql, candidate.topic.id)
    const attempt = { ...candidate, sessionIds: [...new Set(found.map(({ sessionId }) => sessionId))] }
    if (!(await claimTopic(sql, attempt))) return null
    const { name } = await getCompany(sql)
    return {
      attempt,
      instructions: renderPrompt(promptText, { companyName: name }),
      questions: found.map(({ text }) => maskPersonalData(text)).filter(Boolean),
    }
  })
}
