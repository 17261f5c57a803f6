import type { AgentProfile } from '@aichat/contracts/ai/agent-profile'
import type { Language } from '@aichat/contracts/kit/languages'
import { fillGreeting } from '../../agent-profile/store.ts'
import { detectInText } from '../language/detect-language.ts'
import { phrases } from '../language/phrases.ts'
import { findPendingIndex } from '../question/join-question.ts'
import type { ChatTurn } from '../types.ts'
import { detectIntent } from './detect-intent.ts'
import { requestsPerson } from './person-request.ts'

/** Whether the message is nothing but small talk. */
export function isSmallTalk(text: string, preferred: Language = 'en'): boolean {
  if (!/[\p{L}\p{N}]/u.test(text)) return true
  const intent = detectIntent(text, preferred)?.intent
  return intent !== undefined && intent !== 'person'
}

/** A reply to a message that is nothing but small talk, in its language. Null for everything else. */
export function answerSmallTalk(
  text: string,
  profile: AgentProfile,
  preferred: Language = 'en',
): { text: string; language: Language } | null {
  if (!/[\p{L}\p{N}]/u.test(text)) return { text: phrases[preferred].replies.emoji, language: preferred }
  const detected = detectIntent(text, preferred)
  if (!detected || detected.intent === 'person') return null
  const { intent, language } = detected
  if (intent === 'greeting') return { text: greet(profile, language), language }
  const reply = phrases[language].replies[intent === 'identity' ? 'bot' : intent]
  return { text: reply.replace('{agentName}', () => profile.agentName), language }
}

/**
 * The conversation without small talk and the replies to it, so that a question after "thanks" continues the one before. The pending
 * question stays, and so does a "yes" to a question of the AI.
 */
export function withoutSmallTalk(history: ChatTurn[], preferred: Language = 'en'): ChatTurn[] {
  const pendingFrom = findPendingIndex(history)
  const relevant: ChatTurn[] = []
  let isReplyToSmallTalk = false
  for (const [index, turn] of history.entries()) {
    if (index >= pendingFrom) relevant.push(turn)
    else if (turn.from === 'visitor') {
      isReplyToSmallTalk = !relevant.at(-1)?.isQuestion && !turn.files && isSmallTalk(turn.text, preferred)
      if (!isReplyToSmallTalk) relevant.push(turn)
    } else if (!isReplyToSmallTalk) relevant.push(turn)
  }
  return relevant
}

/** Whether the message only says yes, no or ok, which answers a question of the AI. */
export function confirms(text: string, preferred: Language = 'en'): boolean {
  const intent = detectIntent(text, preferred)?.intent
  return intent === 'yes' || intent === 'no' || intent === 'ok'
}

/** Matches "Can I talk to a human?" but neither "How many people fit into the tent?" nor "Are you a human?". */
export function asksForPerson(text: string, preferred: Language = 'en'): boolean {
  const detected = detectIntent(text, preferred)
  return detected ? detected.intent === 'person' : requestsPerson(text)
}

/** The profile's greeting is in the owner's language. A visitor in another one gets the general greeting. */
function greet(profile: AgentProfile, language: Language): string {
  const greeting = fillGreeting(profile)
  const greetingLanguage = detectInText(profile.greetingTemplate, language) ?? 'en'
  return greeting && greetingLanguage === language ? greeting : phrases[language].replies.greeting
}
