import type { App } from '../app.ts'
import type { VisitorCommandHandlers } from './conversation.ts'
import { updateAttributes, updateContact, updateCurrentPage } from './update-visitor.ts'

type ProfileCommands = Pick<VisitorCommandHandlers, 'identify' | 'attributes' | 'page'>

/** Commands with which the page describes its visitor. */
export function createProfileCommands(app: Pick<App, 'db' | 'presence' | 'realtime'>): ProfileCommands {
  return {
    identify: async ({ visitor }, { name, email, phone }) => {
      await updateContact(app, visitor, {
        name: name ?? undefined,
        email: email ?? undefined,
        phone: phone ?? undefined,
      })
      return {}
    },

    attributes: async ({ visitor }, { attributes }) => {
      await updateAttributes(app, visitor, attributes)
      return {}
    },

    page: async ({ visitor }, { pageUrl }) => {
      await updateCurrentPage(app, visitor, pageUrl)
      return {}
    },
  }
}
