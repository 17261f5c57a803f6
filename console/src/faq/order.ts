import type { Faq } from '@aichat/contracts/faq'

export type Step = -1 | 1

/** The ids after one of them has stepped past its neighbour in sight. What is hidden keeps its place. */
export function moveId(
  all: readonly string[],
  hidden: ReadonlySet<string>,
  id: string,
  step: Step,
): string[] {
  const shown = all.filter((one) => !hidden.has(one))
  const at = shown.indexOf(id)
  const neighbour = at < 0 ? undefined : shown[at + step]
  if (neighbour === undefined) return [...all]
  const rest = all.filter((one) => one !== id)
  return rest.toSpliced(rest.indexOf(neighbour) + (step === 1 ? 1 : 0), 0, id)
}

/** The FAQs as the ids have them, numbered from 1. Those without a place among the ids stay at the end. */
export function applyOrder(faqs: readonly Faq[], ids: readonly string[]): Faq[] {
  const places = new Map(ids.map((id, place) => [id, place]))
  const placeOf = (faq: Faq) => places.get(faq.id) ?? ids.length + faq.order
  return renumber(faqs.toSorted((one, other) => placeOf(one) - placeOf(other)))
}

export function sortByOrder(faqs: readonly Faq[]): Faq[] {
  return faqs.toSorted((one, other) => one.order - other.order)
}

export function renumber(faqs: readonly Faq[]): Faq[] {
  return faqs.map((faq, index) => ({ ...faq, order: index + 1 }))
}
