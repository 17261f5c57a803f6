import type { HandoverReason, ReplyTrace } from '@aichat/contracts/ai/reply-traces'
import type { Source } from '@aichat/contracts/chat/messages'
import type { Language } from '@aichat/contracts/kit/languages'
import type { AnswerSet } from '../knowledge/search/answer-set.ts'
import type { Passage, QueryVector, WeightedWord } from '../knowledge/search/search.ts'
import type { LiveRelease } from '../releases/answer-set-store.ts'
import type { LanguageData } from './language/language-data.ts'

/** One message of a conversation. A history is ordered oldest first and ends with the visitor's pending question. */
export type ChatTurn = {
  from: 'visitor' | 'agent'
  text: string
  /** The names of attached files, which the AI does not read. They are no part of a question. */
  files?: string[]
  /** The question before it was not answered: the text is a hand-over or an acknowledgement. */
  isDecline?: boolean
  /** The AI asked the visitor something instead of answering. */
  isQuestion?: boolean
}

/** The caller adds the time and the latency. */
export type Trace = Omit<ReplyTrace, 'latencyMs' | 'createdAt'>

export type Reply = {
  agentName: string
  trace: Trace
  release?: LiveRelease | null
  /** The language of the text where it may differ from that of the question: small talk is answered in its own. */
  language?: Language
} & (
  | { kind: 'answer'; text: string; sources: Source[]; model: string }
  /** Pages that may contain the answer, one to three sources with the best sentence of each. The text is a list of them. */
  | { kind: 'suggestions'; text: string; sources: Source[]; model: string }
  | { kind: 'handover'; reason: HandoverReason }
)

/** The parameters of a search for passages. */
export type SearchScope = {
  answers: AnswerSet
  /** The text search configurations of the project's knowledge. */
  languages: string[]
  /** Without a vector, keywords are searched. */
  vector: QueryVector | null
  /** Corrects misspelled words of the question. */
  typos: boolean
  /** Returns more passages, in small projects all, also those without a word of the question. */
  isBroad?: boolean
}

/** What a follow-up question continues. */
export type FollowUpContext = { question: string; answer: string }

/** One term of a question, with its stems and synonyms. */
export type Concept = {
  word: string
  stems: Set<string>
  synonymStems: Set<string>
  /** Stems of the knowledge that begin like the word, or as which it begins: 'shipment' for 'ship'. */
  familyStems: Set<string>
  /** Stems of compounds of which the word is a part, or of its own parts. */
  partStems: Set<string>
  /** Higher for terms that are rare in the knowledge. */
  weight: number
  /** Whether the knowledge contains the term, a synonym or a word of its family. */
  isKnown: boolean
  /** Whether it is a general word such as 'change' or 'day'. */
  isVague: boolean
  /** Whether it stands outside of the question: in the question before, or in a sentence beside it. */
  isContext: boolean
  /** Whether the word asks for a value instead of naming a topic: 'cost' in 'What does delivery cost?'. */
  asksForValue: boolean
}

export type AnalyzedQuestion = {
  /** Normalized words in order, function words included. */
  tokens: string[]
  concepts: Concept[]
  languages: LanguageData[]
  /** Patterns that an answer must match, for example a price or a time. */
  answerPatterns: RegExp[]
  /** Codes, versions and names that an answer must contain. */
  identifiers: string[]
  /** Stems to search for. */
  words: WeightedWord[]
  /** Number of chunks in the project. */
  chunks: number
}

/** A sentence, a list item or a table row of a section. */
export type StatementText = {
  text: string
  /** The number of its paragraph in the section, from 0. */
  paragraph: number
  /** The index of the statement that introduces its list ('You can pay by:', 'We do not accept these.'); null outside of a list. */
  leadIn: number | null
  /** Whether it is a row of a table. */
  isRow: boolean
}

/** `isRepeated`: several pages contain the paragraph, such as a note below every article. */
export type Statement = StatementText & { words: Set<string>; isRepeated: boolean }

/** A title or heading: its normalized words, and their stems without function words. */
export type Heading = { text: string; tokens: string[]; words: Set<string> }

/** A section of a page, or the part of a long one around the chunks that were found. */
export type Section = Passage & {
  /** The path of headings below the page's title. */
  headings: string[]
  /** The text around the passage, with the passage itself. */
  text: string
  /** Position in the search results, from 0. */
  rank: number
}

export type MatchedPassage = Section & {
  statements: Statement[]
  /** Stems of its title and headings. */
  headingWords: Set<string>
  /** The title first, then the path of headings. */
  headingPath: Heading[]
  isFaq: boolean
}

export type PassageSearchResult = {
  question: AnalyzedQuestion
  /** The text search configurations of the project's knowledge and of the question. */
  languages: string[]
  passages: MatchedPassage[]
  /** Every chunk of the set was found. */
  isComplete: boolean
  /** The text of the answer that the question continues. */
  previousAnswer: string | null
  /** The FAQ that asks the same question. Its answer takes precedence over everything else. */
  faq: MatchedPassage | null
}
