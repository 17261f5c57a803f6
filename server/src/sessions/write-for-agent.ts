import type { MessageMeta } from '@aichat/contracts/messages'
import type { Payload } from '@aichat/contracts/realtime'
import type { staffCommands } from '@aichat/contracts/staff-channel'
import type { App } from '../app.ts'
import type { Caller } from '../kit/http/http.ts'
import { rewrite } from '../replies/rewrite.ts'

type Parts = Pick<App, 'db' | 'model' | 'limits' | 'log'>
type Choice = Payload<(typeof staffCommands)['message:send']>['writingAssistant']
export type Written = { text: string; meta: MessageMeta }

/** True where a message is to be rewritten before it is sent. */
export function isToBeRewritten(choice: Choice): boolean {
  return isOn(choice) && !choice?.original
}

/** What is sent in place of the agent's words, and what of it is kept for the desk. */
export async function writeForAgent(
  app: Parts,
  caller: Caller,
  text: string,
  choice: Choice,
): Promise<Written> {
  const tone = choice?.tone ?? 'formal'
  if (!isOn(choice)) return { text, meta: {} }
  if (choice?.original) {
    return { text, meta: { original: choice.original, writingAssistant: { tone, isApplied: true } } }
  }
  const rewritten = await rewrite(app, caller, text, tone)
  if ('problem' in rewritten) {
    app.log.warn({ problem: rewritten.problem }, 'a message was sent as written, not rewritten')
    return { text, meta: { writingAssistant: { tone, isApplied: false, problem: rewritten.problem } } }
  }
  return { text: rewritten.text, meta: { original: text, writingAssistant: { tone, isApplied: true } } }
}

function isOn(choice: Choice): boolean {
  return choice?.enabled === true || choice?.enabled === 1
}
