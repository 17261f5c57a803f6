import type { MessageMeta } from '@aichat/contracts/chat/messages'
import type { staffCommands } from '@aichat/contracts/chat/staff-channel'
import type { Payload } from '@aichat/contracts/kit/realtime'
import type { App } from '../app.ts'
import type { Caller } from '../kit/http/caller.ts'
import { rewrite } from '../replies/rewrite.ts'

type Dependencies = Pick<App, 'db' | 'models' | 'limits' | 'log'>
/** The agent's choice in the composer; null or undefined where the writing assistant is off. */
export type Choice = Payload<(typeof staffCommands)['message:send']>['writingAssistant']
export type OutgoingText = { text: string; meta: MessageMeta }

export function isEnabled(choice: Choice): boolean {
  return choice?.enabled === true || choice?.enabled === 1
}

/** Whether the message must be rewritten before it is sent. */
export function needsRewrite(choice: Choice): boolean {
  return isEnabled(choice) && !choice?.original
}

/** The text to send instead of the agent's own, and the metadata that staff see. */
export async function applyWritingAssistant(
  app: Dependencies,
  caller: Caller,
  text: string,
  choice: NonNullable<Choice>,
): Promise<OutgoingText> {
  const tone = choice.tone ?? 'formal'
  if (choice.original) {
    return { text, meta: { original: choice.original, writingAssistant: { tone, isApplied: true } } }
  }
  const result = await rewrite(app, caller, text, tone)
  if ('problem' in result) {
    app.log.warn({ problem: result.problem }, 'writing assistant failed, message sent as written')
    return { text, meta: { writingAssistant: { tone, isApplied: false, problem: result.problem } } }
  }
  return { text: result.text, meta: { original: text, writingAssistant: { tone, isApplied: true } } }
}
