import { isChoice } from './html-choices.ts'
import type { Measure } from './html-measure.ts'
import { type Element, isTag, previousTag, textOf, walk } from './html-tree.ts'

const maxCharacters = 400

/**
 * True for "Was this page helpful?" with its controls, or for one of the two when they are beside each other. A question with other
 * text has an answer, which is content.
 */
export function isFeedback(element: Element, { text, headings }: Measure): boolean {
  if (text > maxCharacters || headings > 1 || isChoice(element)) return false
  if (!/^(?:div|section|form|p|aside|fieldset)$/.test(element.name)) return false
  const beside = textOf(element, isChoiceOrLabel)
  if (beside) return isQuestion(beside) && countChoices(element) + countChoicesAfter(element) >= minChoices
  const previous = previousTag(element)
  return previous !== null && countChoices(element) >= minChoices && isQuestion(textOf(previous))
}

const minChoices = 2

function isQuestion(text: string): boolean {
  return feedbackQuestion.test(text) && /^[^.?!]*[.?!]*$/.test(text)
}

/** A label of a radio button or checkbox belongs to it. */
function isChoiceOrLabel(element: Element): boolean {
  return isChoice(element) || (element.name === 'label' && countChoices(element) > 0)
}

function countChoices(root: Element): number {
  let count = 0
  walk(root, {
    enter: (element) => {
      if (!isChoice(element)) return undefined
      count++
      return false
    },
  })
  return count
}

/** The choices that directly follow an element. */
function countChoicesAfter(element: Element): number {
  let count = 0
  for (let next = element.nextSibling; next; next = next.nextSibling) {
    if (!isTag(next)) {
      if ('data' in next && typeof next.data === 'string' && next.data.trim()) break
    } else if (isChoiceOrLabel(next)) count += Math.max(countChoices(next), 1)
    else if (!textOf(next, isChoiceOrLabel)) count += countChoices(next)
    else break
  }
  return count
}

const feedbackQuestion =
  /^(?:was|is|did|were|do|has|how) [^.?!]{0,40}\b(?:helpful|useful|help you|answer your question|solve|find what)[^.?!]{0,40}\?|^(?:war|waren|ist|hat|konnten|fanden)[^.?!]{0,40}\b(?:hilfreich|geholfen|weiterhelfen|nützlich)[^.?!]{0,20}\?|^cet(?:te)? (?:article|page|réponse)[^.?!]{0,40}\b(?:utile|aidé)|^¿[^?]{0,40}\b(?:útil|ayudó)\b|^was this (?:page|article)/i
