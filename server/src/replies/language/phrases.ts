import type { HandoverReason } from '@aichat/contracts/ai/reply-traces'
import type { Language } from '@aichat/contracts/kit/languages'
import ar from './phrases/ar.json' with { type: 'json' }
import de from './phrases/de.json' with { type: 'json' }
import en from './phrases/en.json' with { type: 'json' }
import es from './phrases/es.json' with { type: 'json' }
import fr from './phrases/fr.json' with { type: 'json' }
import he from './phrases/he.json' with { type: 'json' }
import it from './phrases/it.json' with { type: 'json' }
import nl from './phrases/nl.json' with { type: 'json' }
import pl from './phrases/pl.json' with { type: 'json' }
import pt from './phrases/pt.json' with { type: 'json' }

/** What the visitor reads around an outcome. A hand-over is its reason, followed by `online` or `away`. */
type Notices = Record<
  HandoverReason | 'online' | 'away' | 'acknowledged' | 'acknowledgedAway' | 'suggestions',
  string
>

/** The visitor's and the chat's own phrases in one language. */
export type Phrases = {
  /** Frequent words that identify the language of a sentence. */
  functionWords: string[]
  /** A question about `{topic}`. */
  about: string
  notices: Notices
  smallTalk: Record<Intent, string[]>
  /** Words around small talk that change nothing, such as "please". */
  fillers: string[]
  /** What visitors say beside thanks: that something has arrived or works. `*` is one word, such as "parcel". */
  goodNews: string[]
  person: PersonPhrases
  /** What the AI says to small talk. A greeting is replaced by the agent profile's, where that is in the same language. */
  replies: Record<SmallTalkKind, string>
}

export const intents = [
  'person',
  'bot',
  'identity',
  'help',
  'howAreYou',
  'goodbye',
  'no',
  'yes',
  'thanks',
  'greeting',
  'ok',
] as const
/** What a message is for that asks no question. `person` asks for one. */
export type Intent = (typeof intents)[number]
/** A message of symbols only is `emoji`. Who the AI is, and whether it is one, have the same reply. */
type SmallTalkKind = Exclude<Intent, 'person' | 'identity'> | 'emoji'

/** How a sentence asks for a person: a verb near a word for staff, a want just before one, or a phrase that is enough. */
type PersonPhrases = {
  verbs: string[]
  staff: string[]
  wants: string[]
  wantedStaff: string[]
  /** Words of questions about people, such as "how many". */
  about: string[]
  contains: string[]
  /** The verb may follow the word for staff. */
  hasVerbLast: boolean
}

export const phrases: Record<Language, Phrases> = { en, de, fr, es, it, pt, nl, pl, ar, he }
