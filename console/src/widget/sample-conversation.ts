import type { Faq } from '@aichat/contracts/faq'
import type { Message } from '@aichat/contracts/messages'

/** A question and its answer for the preview: the project's first FAQ, or words that say what stands where. */
export function createSampleConversation(faqs: Faq[], agentName: string): Message[] {
  const { question, answer } = faqs[0] ?? {
    question: 'A question of a visitor',
    answer: 'This is how the AI answers, with its source below.',
  }
  return [
    { ...message(1), from: 'visitor', text: question },
    {
      ...message(2),
      from: 'agent',
      text: answer,
      isAi: true,
      meta: { agentName, sources: [{ itemId: '', title: 'Your knowledge base', url: null, quote: '' }] },
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
    // Not the present time: the preview is told again only when something changes.
    createdAt: startedAt,
    isAi: false,
    agent: null,
    attachments: [],
    meta: {},
  }
}

const startedAt = new Date().toISOString()
