import { createSessions, serveBare } from './server.ts'

/** A message is acknowledged and broadcast to its room; nothing is stored. */
serveBare(createSessions(), async () => {})
