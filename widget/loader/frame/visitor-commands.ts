import type { HostVisitor } from '../../protocol.ts'
import type { BootOptions, WidgetContext } from '../context.ts'
import type { HostState } from './chat-frame.ts'

type Value = string | number | boolean | null

/** The commands with which the page describes its visitor. */
export function createVisitorCommands(
  { options, events }: Pick<WidgetContext, 'options' | 'events'>,
  state: HostState,
  post: () => void,
) {
  const { visitor } = state

  /** An object or a function is refused alone: it could not be posted to the frame with the rest. */
  function pickPlain<Plain extends Value>(values: object, problem: string): Record<string, Plain> {
    const entries = Object.entries(values ?? {})
    const plain = entries.filter(([, value]) => isPlain(value))
    for (let count = plain.length; count < entries.length; count++) events.emit('error', problem)
    return Object.fromEntries(plain)
  }

  const commands = {
    identify(identity: NonNullable<BootOptions['identity']>) {
      if (typeof identity === 'string') visitor.identity = identity
      else visitor.contact = pickPlain(identity, 'contact_invalid')
      post()
    },
    attributes(attributes: HostVisitor['attributes']) {
      visitor.attributes = { ...visitor.attributes, ...pickPlain(attributes, 'attribute_invalid') }
      post()
    },
    page(url?: unknown) {
      state.pageUrl = typeof url === 'string' ? url : undefined
      post()
    },
  }
  commands.attributes(options.attributes ?? {})
  if (options.identity) commands.identify(options.identity)
  return commands
}

function isPlain(value: unknown): boolean {
  return value === null || ['string', 'number', 'boolean'].includes(typeof value)
}
