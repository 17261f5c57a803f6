import type { Socket } from 'socket.io-client'
import { startVisit } from '../../server/src/ops/seed/api-client.ts'
import { connect } from '../../server/test/kit/client.ts'
import type { Question } from './questions.ts'

export type Asked = {
  question: Question
  /** `answer`, `suggestions` or `handover`. */
  outcome: string
  ackMs: number
  answerMs: number
}

const timeoutMs = 30_000

/** Asks the first question of a new visitor, over a connection that is open before the time starts. */
export async function askQuestion(url: string, publicKey: string, question: Question): Promise<Asked> {
  const { visitorToken } = await startVisit(url, publicKey, { locale: 'en-US' })
  const { socket } = await connect(`${url}/visitor`, { visitorToken })
  try {
    const answered = waitForOutcome(socket, question.text)
    const startedAt = performance.now()
    const acknowledged = socket
      .timeout(timeoutMs)
      .emitWithAck('message:send', { text: question.text, clientId: 'question' })
      .then((ack) => {
        if (!ack.success) throw new Error(`"${question.text}" was refused: ${JSON.stringify(ack)}`)
        return performance.now() - startedAt
      })
    const [ackMs, { outcome, at }] = await Promise.all([acknowledged, answered])
    return { question, outcome, ackMs, answerMs: at - startedAt }
  } finally {
    socket.disconnect()
  }
}

function waitForOutcome(socket: Socket, text: string): Promise<{ outcome: string; at: number }> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`"${text}" had no outcome in time`)), timeoutMs)
    socket.on('message:new', ({ message }) => {
      if (message.from === 'visitor') return
      clearTimeout(timer)
      resolve({ outcome: message.meta.kind ?? 'answer', at: performance.now() })
    })
  })
}
