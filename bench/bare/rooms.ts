import { bareSessions, serveBare } from './server.ts'

/** A message is acknowledged and told to its room; nothing is stored. */
serveBare(bareSessions(), async () => {})
