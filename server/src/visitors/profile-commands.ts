import type { App } from '../app.ts'
import type { VisitorCommandHandlers } from './conversation.ts'
import { updateAttributes, updateContact, updateCurrentPage } from './update-visitor.ts'

type ProfileCommands = Pick<VisitorCommandHandlers, 'identify' | 'attributes' | 'page'>

/** Commands with which the website describes its visitor. A page that was opened by a link is not the website. */
export function createProfileCommands(app: Pick<App, 'db' | 'presence' | 'realtime'>): ProfileCommands {
  return {
    identify: async ({ visitor }, { name, email, phone }) => {
      if (visitor.linkedSessionId) return {}
      await updateContact(app, visitor, {
        name: name ?? undefined,
        email: email ?? undefined,
        phone: phone ?? undefined,
      })
      return {}
    },

    attributes: async ({ visitor }, { attributes }) => {
      if (visitor.linkedSessionId) return {}
      await updateAttributes(app, visitor, attributes)
      return {}
    },

    page: async ({ visitor }, { pageUrl }) => {
      if (visitor.linkedSessionId) return {}
      await updateCurrentPage(app, visitor, pageUrl)
      return {}
    },
  }
}
