import type { Faq } from '@aichat/contracts/ai/faq'

export type Step = -1 | 1

/** Moves an id past its visible neighbor. Hidden ids keep their positions. */
export function moveId(
  all: readonly string[],
  hidden: ReadonlySet<string>,
  id: string,
  step: Step,
): string[] {
  const shown = all.filter((one) => !hidden.has(one))
  const at = shown.indexOf(id)
  const neighbor = at < 0 ? undefined : shown[at + step]
  if (neighbor === undefined) return [...all]
  const rest = all.filter((one) => one !== id)
  return rest.toSpliced(rest.indexOf(neighbor) + (step === 1 ? 1 : 0), 0, id)
}

/** Sorts the FAQs like the ids and renumbers them from 1. FAQs that the ids do not name stay at the end. */
export function applyOrder(faqs: readonly Faq[], ids: readonly string[]): Faq[] {
  const positions = new Map(ids.map((id, position) => [id, position]))
  const positionOf = (faq: Faq) => positions.get(faq.id) ?? ids.length + faq.order
  return renumber(faqs.toSorted((one, other) => positionOf(one) - positionOf(other)))
}

export function sortByOrder(faqs: readonly Faq[]): Faq[] {
  return faqs.toSorted((one, other) => one.order - other.order)
}

export function renumber(faqs: readonly Faq[]): Faq[] {
  return faqs.map((faq, index) => ({ ...faq, order: index + 1 }))
}
