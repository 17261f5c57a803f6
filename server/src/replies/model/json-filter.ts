const fence = /```/g

/**
 * Leaves out JSON, which some models write instead of an answer or around it, in a code fence or as the whole answer. Sentences
 * of a block are held back until it ends.
 */
export function createJsonFilter() {
  let block: { lines: string[]; isFenced: boolean } | null = null
  let isFirst = true

  function release(): string[] {
    const lines = block?.lines ?? []
    block = null
    return isJson(lines.join('')) ? [] : lines
  }

  return {
    push(sentence: string): string[] {
      const fences = sentence.match(fence)?.length ?? 0
      if (!block) {
        const isFenced = fences > 0
        const startsJson = isFirst && /^\s*(?:\{|\[\s*[{"])/.test(sentence)
        if (sentence.trim() !== '') isFirst = false
        if (!isFenced && !startsJson) return [sentence]
        block = { lines: [sentence], isFenced }
        return isFenced && fences % 2 === 0 ? release() : []
      }
      block.lines.push(sentence)
      return block.isFenced && fences % 2 === 1 ? release() : []
    },
    end: release,
  }
}

function isJson(text: string): boolean {
  const body = text.replace(/^[^`]*```\w*|```\s*$/g, '').trim()
  if (/```json/i.test(text)) return true
  try {
    return typeof JSON.parse(body) === 'object'
  } catch {
    // Cut in the middle, or almost JSON.
    return /^[[{]\s*["'{[]/.test(body)
  }
}
