import { collapse, type Element, textOf } from './html-tree.ts'

/** True for a control that stays on the page: a button, a button of a form, or a link without another address. */
export function isChoice({ name, attribs }: Element): boolean {
  if (name === 'button' || attribs.role === 'button') return true
  if (name === 'input') return /^(?:button|submit|image|radio|checkbox)$/i.test(attribs.type ?? '')
  return name === 'a' && /^(?:#|\?|javascript:|$)/i.test(attribs.href ?? '')
}

const consentLabel =
  /\b(?:accept|agree|allow|got it|reject|decline|refuse|akzeptieren|zustimmen|ablehnen|einverstanden|accepter|refuser|autoriser|aceptar|rechazar|accetta|rifiuta|accepteren|weigeren|aceitar|recusar|acceptera|accepter|afvis)/i
const maxLabelCharacters = 60

/** True for a control that accepts or rejects something. A question is the label of its answer. */
export function isConsentChoice(element: Element): boolean {
  if (!isChoice(element)) return false
  const label = collapse(element.attribs.value ?? textOf(element))
  return label.length <= maxLabelCharacters && consentLabel.test(label) && !/[?？]$/.test(label)
}
