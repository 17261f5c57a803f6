import { bareSessions, serveBare } from './server.ts'

/** A message is acknowledged as it comes; nothing is stored. */
serveBare(bareSessions(), null)
