export type Member = { id: string; name: string }

/** The ids of the mentioned members. Longer names match first, so that "@Kim Lee" does not mention Kim. */
export function findMentions(text: string, members: readonly Member[]): string[] {
  const found: string[] = []
  let rest = text.toLowerCase()
  for (const { id, name } of members.toSorted((one, other) => other.name.length - one.name.length)) {
    const mention = `@${name.toLowerCase()}`
    if (!rest.includes(mention)) continue
    found.push(id)
    rest = rest.replaceAll(mention, ' ')
  }
  return found
}

/** The unfinished name after an @ at the end of the text: `''` right after the @, null without an @. */
export function matchMentionPrefix(text: string): string | null {
  return /(?:^|\s)@([^\n@]{0,30})$/.exec(text)?.[1] ?? null
}
