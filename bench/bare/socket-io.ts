import { createSessions, serveBare } from './server.ts'

/** A message is acknowledged on arrival; nothing is stored or broadcast. */
serveBare(createSessions(), null)
