/** What stands under one heading; `headings` leads there from the outermost. */
export type Section = { heading: string; headings: string[]; paragraphs: string[] }

/** The readable part of something: a title, and paragraphs under their headings. */
export type StructuredText = { title: string; sections: Section[] }

export type Outline = {
  addHeading(level: number, heading: string): void
  addParagraph(paragraph: string): void
  /** Sections that say something. */
  sections(): Section[]
}

/** Collects paragraphs as they come, each under the headings that are open above it. */
export function createOutline(): Outline {
  const sections: Section[] = [{ heading: '', headings: [], paragraphs: [] }]
  let path: { level: number; heading: string }[] = []
  return {
    addHeading(level, heading) {
      path = [...path.filter((above) => above.level < level), { level, heading }]
      sections.push({ heading, headings: path.map((above) => above.heading), paragraphs: [] })
    },
    addParagraph(paragraph) {
      sections.at(-1)?.paragraphs.push(paragraph)
    },
    sections: () => sections.filter((section) => section.paragraphs.length > 0),
  }
}
