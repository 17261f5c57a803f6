type Member = { id: string; name: string }

/** Who a note speaks to: each name of the team behind an @, the longest first, so that Kim is not Kim Lee. */
export function mentionedIn(text: string, members: readonly Member[]): string[] {
  const found: string[] = []
  let rest = text.toLowerCase()
  for (const { id, name } of members.toSorted((one, other) => other.name.length - one.name.length)) {
    const call = `@${name.toLowerCase()}`
    if (!rest.includes(call)) continue
    found.push(id)
    rest = rest.replaceAll(call, ' ')
  }
  return found
}

/** The name that is being written at the end of the text: `''` right behind the @, null where there is none. */
export function nameBegun(text: string): string | null {
  return /(?:^|\s)@([^\n@]{0,30})$/.exec(text)?.[1] ?? null
}
