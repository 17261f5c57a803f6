import { enableSearchExtensions } from '../server/src/enable-search.ts'
import { migrate, openDatabase } from '../server/src/kit/db/database.ts'
import { createDb } from '../server/src/kit/db/db.ts'
import type { Log } from '../server/src/kit/observability/log.ts'
import { readSettings } from '../server/src/kit/process/settings.ts'
import { teach } from './answers/ask.ts'
import { readQuestionSets } from './answers/corpus.ts'
import { areaUnderCurve, fitLogisticRegression, type Regression } from './answers/logistic-regression.ts'
import {
  featureNames,
  type Observed,
  observeSuggestions,
  type SuggestionCase,
  type SuggestionFeatures,
} from './answers/observe-suggestions.ts'
import { createBenchDatabase } from './kit/database.ts'
import { root } from './kit/processes.ts'

/**
 * Compares the rule that decides whether the built-in answerer suggests pages with logistic regressions over the same features. A regression
 * is fitted to the other help centers than the one that it is evaluated on (leave one out), and to both for the held-out
 * questions. Each suggests as many pages for questions out of scope as the rule does, so that what it finds can be compared.
 */
type Name = keyof SuggestionFeatures
const featureSets: Record<string, readonly Name[]> = {
  'features of the rule': ['covered', 'evidence', 'title', 'heading', 'lacksValue'],
  'score and doubt': ['score', 'missingTopics', 'isAmbiguous'],
  'all features': featureNames,
}
const fittedTo = ['harbor', 'werkbank']
const evaluated = [...fittedTo, 'harbor held-out', 'werkbank held-out', 'blind']
const penalty = 10

const benchDatabase = await createBenchDatabase(process.env.DATABASE_URL ? 'PostgreSQL' : 'PGlite')
const log = { warn() {}, error() {} } as unknown as Log
const database = await openDatabase(
  readSettings({ ...benchDatabase.env, APP_SECRET: 'a secret that lives as long as one benchmark does' }),
  log,
)
const observed = new Map<string, Observed>()
try {
  await migrate(database.pool, root)
  const search = await enableSearchExtensions(database.pool, log)
  const answerer = { db: createDb(database, log), search, log }
  for (const { name, corpora, isHeldOut } of readQuestionSets()) {
    const [corpus] = corpora
    if (!corpus || !evaluated.includes(name)) continue
    const taught = await teach(answerer, corpus)
    observed.set(name, await observeSuggestions(answerer, taught, corpus.questions, isHeldOut))
  }
} finally {
  await database.close()
  await benchDatabase.remove()
}

const percent = (share: number) => `${Math.round(share * 100)} %`
console.table(
  evaluated.map((name) => {
    const of = observed.get(name) as Observed
    const asked = of.cases.filter(({ isPageRemoved }) => !isPageRemoved)
    const suggestedOutOfScope = asked.filter((one) => one.isOutOfScope && one.isSuggested).length
    const results = Object.entries(featureSets).map(([label, names]) => {
      const regression = fitRegression(
        names,
        fittedTo.filter((corpus) => corpus !== name),
      )
      return [label, describe(of, asked, scoreWith(names, regression), suggestedOutOfScope)]
    })
    return {
      'asked of': name,
      'out of scope suggested': percent(suggestedOutOfScope / of.outOfScope),
      rule: describe(of, asked, ({ ruleScore }) => ruleScore, suggestedOutOfScope),
      ...Object.fromEntries(results),
    }
  }),
)
console.log('  Facts or suggested, and the area under the curve.')
process.exit(0)

function fitRegression(names: readonly Name[], corpora: readonly string[]): Regression<Name> {
  const cases = corpora.flatMap((corpus) => observed.get(corpus)?.cases ?? [])
  return fitLogisticRegression(
    names,
    cases.flatMap(({ features, isPositive }) => (features ? [{ features, isPositive }] : [])),
    penalty,
  )
}

function scoreWith(names: readonly Name[], { intercept, weights }: Regression<Name>) {
  return ({ features }: SuggestionCase) =>
    features ? names.reduce((sum, name) => sum + weights[name] * features[name], intercept) : -Infinity
}

/** The share of questions in scope that get the fact or the right page, at the given number of suggestions out of scope. */
function describe(
  { inScope, rightAnswers }: Observed,
  asked: readonly SuggestionCase[],
  scoreOf: (one: SuggestionCase) => number,
  suggestedOutOfScope: number,
): string {
  const outOfScope = asked.filter((one) => one.isOutOfScope).map(scoreOf)
  const positives = asked.filter((one) => one.isPositive).map(scoreOf)
  const threshold = outOfScope.toSorted((one, other) => other - one)[suggestedOutOfScope] ?? -Infinity
  const helped = rightAnswers + positives.filter((score) => score > threshold).length
  return `${percent(helped / inScope)} (${areaUnderCurve(positives, outOfScope).toFixed(2)})`
}
