export type Slash = { from: number; query: string }

/**
 * The slash that is completed to a reply: at the start of the message, where the query may contain spaces, or after a space,
 * where the query is one word. `query` is the text between the slash and the caret, in lower case.
 */
export function findSlash(text: string, caret: number): Slash | null {
  const before = text.slice(0, caret)
  const query = (/^\/([^\n]{0,60})$/.exec(before) ?? /\s\/([^\s/\d]\S{0,59}|)$/.exec(before))?.[1]
  return query === undefined ? null : { from: caret - query.length - 1, query: query.toLowerCase() }
}
