import type { QuestionTerms } from './terms.ts'

/** `topicId` is null for a question without a topic. */
export type TermedQuestion = Pick<QuestionTerms, 'terms' | 'generalTerms'> & {
  key: string
  topicId: string | null
}

export type GroupOptions = {
  /** Other stems that mean about the same. */
  listSynonyms: (stem: string) => Iterable<string>
  createTopicId: () => string
}

/** From this cosine similarity on, a question belongs to a topic. */
const minSimilarity = 0.35
/** From this one on, two questions begin a topic. */
const minPairSimilarity = 0.5
/** A synonym counts slightly less than the same word. */
const synonymFactor = 0.8
const generalFactor = 0.3
/** Of a word that no other question contains. It may be a typo or part of a story. */
const singleWeight = 0.6
const minSynonymWeight = 0.5

type Nearest = { question: TermedQuestion; topicId: string | null }
type Vector = { weights: Map<string, number>; length: number }

/**
 * Gives each new question the topic of the questions that it resembles most. A new topic begins with two similar questions that have
 * none, also earlier ones, and then takes in the others that resemble them. Questions never change from one topic to another, so
 * topics stay what they were.
 *
 * `known` are the newest questions of each topic and those without a topic. Returns the topics of questions that have got one, by key.
 */
export function groupQuestions(
  known: readonly TermedQuestion[],
  added: readonly TermedQuestion[],
  options: GroupOptions,
): Map<string, string> {
  const index = new QuestionIndex([...known, ...added], options.listSynonyms)
  for (const question of known) index.add(question)
  const found = new Map<string, string>()
  const assign = (question: TermedQuestion, topicId: string) => {
    index.setTopic(question, topicId)
    found.set(question.key, topicId)
  }
  for (const question of added) {
    const nearest = index.findNearest(question)
    index.add(question)
    if (!nearest) continue
    const topicId = nearest.topicId ?? options.createTopicId()
    if (nearest.topicId === null) assign(nearest.question, topicId)
    assign(question, topicId)
    for (const other of index.listSingle(question))
      if (index.findNearest(other)?.topicId === topicId) assign(other, topicId)
  }
  return found
}

class QuestionIndex {
  readonly #counts = new Map<string, number>()
  readonly #size: number
  readonly #byTerm = new Map<string, TermedQuestion[]>()
  readonly #vectors = new Map<TermedQuestion, Vector>()
  readonly #topics = new Map<TermedQuestion, string | null>()
  readonly #synonyms = new Map<string, string[]>()
  readonly #loadSynonyms: GroupOptions['listSynonyms']

  constructor(all: TermedQuestion[], listSynonyms: GroupOptions['listSynonyms']) {
    this.#size = all.length
    this.#loadSynonyms = listSynonyms
    for (const { terms, generalTerms } of all)
      for (const term of [...terms, ...generalTerms])
        this.#counts.set(term, (this.#counts.get(term) ?? 0) + 1)
  }

  add(question: TermedQuestion): void {
    this.#topics.set(question, question.topicId)
    for (const term of [...question.terms, ...question.generalTerms]) {
      const questions = this.#byTerm.get(term)
      if (questions) questions.push(question)
      else this.#byTerm.set(term, [question])
    }
  }

  setTopic(question: TermedQuestion, topicId: string): void {
    this.#topics.set(question, topicId)
  }

  /** Questions without a topic that share a word, or a synonym of it. */
  listSingle(question: TermedQuestion): TermedQuestion[] {
    return [...this.#listCandidates(question)].filter((other) => this.#topics.get(other) === null)
  }

  /**
   * The topic whose two most similar questions resemble the question most on average, or a question without a topic that resembles it
   * even more. Null when none is similar enough.
   */
  findNearest(question: TermedQuestion): Nearest | null {
    const groups = new Map<string | TermedQuestion, Nearest & { similarities: number[] }>()
    for (const other of this.#listCandidates(question)) {
      const similarity = this.#compare(question, other)
      const topicId = this.#topics.get(other) ?? null
      const group = groups.get(topicId ?? other)
      if (group) group.similarities.push(similarity)
      else groups.set(topicId ?? other, { question: other, topicId, similarities: [similarity] })
    }
    let nearest: Nearest | null = null
    let highest = 0
    for (const { similarities, ...group } of groups.values()) {
      const [first = 0, second = 0] = similarities.toSorted((one, other) => other - one)
      const isSingle = group.topicId === null
      const similarity = isSingle ? first : (first + second) / 2
      if (similarity < (isSingle ? minPairSimilarity : minSimilarity) || similarity <= highest) continue
      highest = similarity
      nearest = group
    }
    return nearest
  }

  *#listCandidates(question: TermedQuestion): Iterable<TermedQuestion> {
    const seen = new Set<TermedQuestion>([question])
    for (const term of this.#getVector(question).weights.keys())
      for (const same of [term, ...this.#listSynonyms(term)])
        for (const other of this.#byTerm.get(same) ?? []) {
          if (seen.has(other)) continue
          seen.add(other)
          yield other
        }
  }

  #compare(question: TermedQuestion, other: TermedQuestion): number {
    const [one, two] = [this.#getVector(question), this.#getVector(other)]
    let product = 0
    for (const [term, weight] of one.weights) {
      const same = two.weights.get(term)
      if (same !== undefined) product += weight * same
      else product += Math.max(weight, minSynonymWeight) * synonymFactor * this.#findSynonymWeight(term, two)
    }
    return one.length * two.length === 0 ? 0 : product / (one.length * two.length)
  }

  #findSynonymWeight(term: string, { weights }: Vector): number {
    let highest = 0
    for (const synonym of this.#listSynonyms(term)) highest = Math.max(highest, weights.get(synonym) ?? 0)
    return highest
  }

  #listSynonyms(term: string): string[] {
    const cached = this.#synonyms.get(term)
    if (cached) return cached
    // Only those that a question contains.
    const synonyms = [...this.#loadSynonyms(term)].filter((synonym) => this.#counts.has(synonym))
    this.#synonyms.set(term, synonyms)
    return synonyms
  }

  #getVector(question: TermedQuestion): Vector {
    const cached = this.#vectors.get(question)
    if (cached) return cached
    const vector = this.#toVector(question)
    this.#vectors.set(question, vector)
    return vector
  }

  #toVector({ terms, generalTerms }: TermedQuestion): Vector {
    const weights = new Map<string, number>()
    for (const term of generalTerms) weights.set(term, this.#weigh(term) * generalFactor)
    for (const term of terms) weights.set(term, this.#weigh(term))
    const length = Math.hypot(...weights.values())
    return { weights, length }
  }

  /** From 0 to 1, higher for words that few of the questions contain (inverse document frequency). */
  #weigh(term: string): number {
    const count = this.#counts.get(term) ?? 1
    return count === 1 ? singleWeight : Math.log(1 + this.#size / count) / Math.log(1 + this.#size)
  }
}
