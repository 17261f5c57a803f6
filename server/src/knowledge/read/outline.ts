/** The paragraphs under one heading. `headings` is the path to it from the outermost heading. */
export type Section = { heading: string; headings: string[]; paragraphs: string[] }

/**
 * The text of a document: a title, and paragraphs grouped by heading. `lowReadPercent` is how much of a page's visible text was read,
 * or how many pages of a PDF have text, when it is suspiciously little.
 */
export type StructuredText = { title: string; sections: Section[]; lowReadPercent?: number | null }

export type Outline = {
  addHeading(level: number, heading: string): void
  addParagraph(paragraph: string): void
  /** Ends the section of the innermost heading of this level or a lower one: what follows belongs to its parent. */
  endHeading(level: number): void
  /** Sections with at least one paragraph. */
  sections(): Section[]
}

/** Collects headings and paragraphs in reading order, and groups the paragraphs by heading. */
export function createOutline(): Outline {
  const sections: Section[] = [{ heading: '', headings: [], paragraphs: [] }]
  let path: { level: number; heading: string }[] = []
  return {
    addHeading(level, heading) {
      path = [...path.filter((parent) => parent.level < level), { level, heading }]
      sections.push({ heading, headings: path.map((parent) => parent.heading), paragraphs: [] })
    },
    addParagraph(paragraph) {
      sections.at(-1)?.paragraphs.push(paragraph)
    },
    endHeading(level) {
      path = path.filter((parent) => parent.level < level)
      sections.push({
        heading: path.at(-1)?.heading ?? '',
        headings: path.map((parent) => parent.heading),
        paragraphs: [],
      })
    },
    sections: () => sections.filter((section) => section.paragraphs.length > 0),
  }
}
