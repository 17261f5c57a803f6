import type { AgentProfile } from '@aichat/contracts/agent-profile'
import { fillGreeting } from '../agent-profile/store.ts'

const hello =
  /^(?:hi|hello|hey|hiya|good (?:morning|afternoon|evening|day)|greetings)(?: there| all| everyone| team)?$/
const thanks =
  /^(?:ok(?:ay)?,? |great,? |perfect,? |many )?(?:thanks|thank you|thx|cheers)(?: a lot| so much| very much)?$/
const goodbye = /^(?:bye|goodbye|bye bye|see you|that is all|that's all)(?:,? thanks| thank you)?$/

/** A polite reply to greetings, thanks and goodbyes. Null for everything else. */
export function answerSmallTalk(text: string, profile: AgentProfile): string | null {
  const words = text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}' ,]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[ ,]+|(?<![ ,])[ ,]+$/g, '')
  if (hello.test(words)) return fillGreeting(profile) || 'Hello! How can I help you?'
  if (thanks.test(words)) return "You're welcome. Is there anything else I can help with?"
  if (goodbye.test(words)) return 'Thanks for reaching out. Have a good day.'
  return null
}

const staffTerms =
  '(?:human|person|people|agent|representative|operator|employee|colleague|someone|somebody|staff)'
const personRequestPattern = new RegExp(
  `\\b(?:talk|speak|chat|connect|transfer|put|get|reach|contact|want|need|give)\\b[^.?!]{0,40}\\b(?:a |an |the )?(?:real |live |actual )?${staffTerms}\\b|^\\W*(?:a |real |live )*(?:human|person|agent)(?: please)?\\W*$`,
  'i',
)
const questionAboutPeoplePattern = /\b(?:how many|what|which|when|why|where|does|do you have|is there)\b/i

/** Matches "Can I talk to a human?" but not "How many people fit into the tent?". */
export function asksForPerson(text: string): boolean {
  return personRequestPattern.test(text) && !questionAboutPeoplePattern.test(text)
}
