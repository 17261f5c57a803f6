import type { Faq } from '@aichat/contracts/ai/faq'
import type { Message } from '@aichat/contracts/chat/messages'

/** A question and an answer for the preview: the project's first FAQ, or placeholder text. */
export function createSampleConversation(faqs: Faq[], agentName: string): Message[] {
  const { question, answer } = faqs[0] ?? {
    question: "A visitor's question",
    answer: 'This is how the AI assistant answers, with its source below.',
  }
  return createExchange({ question, answer, agentName, source: 'Your knowledge base' })
}

type Exchange = { question: string; answer: string; agentName: string; source: string }

/** A visitor's question with the answer of the AI. */
export function createExchange({ question, answer, agentName, source }: Exchange): Message[] {
  return [
    { ...message(1), from: 'visitor', text: question },
    {
      ...message(2),
      from: 'agent',
      text: answer,
      isAi: true,
      meta: { agentName, sources: [{ itemId: '', title: source, url: null, quote: '' }] },
    },
  ]
}

function message(seq: number): Message {
  return {
    _id: `sample-${seq}`,
    clientId: '',
    sessionId: 'sample',
    seq,
    from: 'visitor',
    type: 'text',
    text: '',
    // A constant, so that the preview message changes only when its content does.
    createdAt: startedAt,
    isAi: false,
    agent: null,
    attachments: [],
    meta: {},
  }
}

const startedAt = new Date().toISOString()
