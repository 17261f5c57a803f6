import { createRandom } from '../../server/test/kit/random.ts'
import { createPick, type Pick } from './pick.ts'
import { actions, adverbs, components, fluids, materials, places, products, tools } from './words.ts'

/** One section of a page, and the fact that its text states. */
export type Section = {
  /** An invented name, which no other page has. */
  name: string
  product: string
  component: string
  action: (typeof actions)[number]
  fact: 'price' | 'duration' | 'interval' | 'method' | 'code'
}
export type Page = { text: string; sections: Section[] }

const seed = 20_261_126
const sectionsPerPage = 24
/** One section in this many has two paragraphs, which are two chunks. The other sections are one chunk each. */
const longSectionInterval = 4
const longSectionCount = sectionsPerPage / longSectionInterval
export const chunksPerPage = sectionsPerPage + longSectionCount
const rareWordCount = 12_000
const facts: Section['fact'][] = ['price', 'duration', 'interval', 'method', 'code']

type Random = () => number
type Context = Omit<Section, 'fact'> & { random: Random; pick: Pick }

/** Help pages about invented products, identical in every run: plain text with headings. */
export function createPages(count: number): Page[] {
  const random = createRandom(seed)
  const pick = createPick(random)
  const names = createNames(count, random)
  return names.map((name) => {
    const product = pick(products)
    const headings = new Set<string>()
    const sections: Section[] = []
    const texts: string[] = []
    while (sections.length < sectionsPerPage) {
      const [component, action] = [pick(components), pick(actions)]
      const heading = `${capitalize(action.gerund)} the ${component}`
      if (headings.has(heading)) continue
      headings.add(heading)
      const section = { name, product, component, action, fact: pick(facts) }
      const isLong = sections.length % longSectionInterval === 0
      sections.push(section)
      const paragraphs = createParagraphs(section.fact, isLong, { ...section, random, pick })
      texts.push(`## ${heading}\n\n${paragraphs.join('\n\n')}`)
    }
    return { text: `# ${name} ${product}\n\n${texts.join('\n\n')}`, sections }
  })
}

function createParagraphs(fact: Section['fact'], isLong: boolean, context: Context): string[] {
  const lengths = isLong ? [5, 5] : [4 + Math.floor(context.random() * 3)]
  return lengths.map((length, index) => {
    const sentences = Array.from({ length }, () => context.pick(fillers)(context))
    if (index === 0) sentences.splice(1, 0, statements[fact](context))
    return sentences.join(' ')
  })
}

const statements: Record<Section['fact'], (context: Context) => string> = {
  price: ({ name, component, random }) =>
    `A new ${component} for the ${name} costs ${5 + Math.floor(random() * 200)} euros.`,
  duration: ({ name, component, action, random }) =>
    `${capitalize(action.gerund)} the ${component} of the ${name} takes ${5 + Math.floor(random() * 80)} minutes.`,
  interval: ({ name, component, action, random }) =>
    `The ${component} of the ${name} must be ${action.participle} every ${2 + Math.floor(random() * 20)} weeks.`,
  method: ({ name, component, action, pick }) =>
    `To ${action.infinitive} the ${component} of the ${name}, use a ${pick(tools)} and ${pick(fluids)}.`,
  code: ({ name, component, random }) =>
    `The ${component} of the ${name} has the part number ${letters(random)}-${1000 + Math.floor(random() * 9000)}.`,
}

const fillers: ((context: Context) => string)[] = [
  ({ product, pick, random }) =>
    `Put the ${product} on a stable table in the ${pick(places)}, and keep the ${rareWord(random)} screws in a box.`,
  ({ component, pick, random }) =>
    `Hold the ${component} ${pick(adverbs)}, because the ${pick(materials)} around its ${rareWord(random)} is thin.`,
  ({ pick, random }) =>
    `Loosen the ${pick(components)} with a ${pick(tools)} until the ${rareWord(random)} and the ${rareWord(random)} move freely.`,
  ({ pick, random }) =>
    `If the ${pick(components)} makes a noise, wipe the ${rareWord(random)} with ${pick(fluids)} and wait for ${2 + Math.floor(random() * 50)} minutes.`,
  ({ product, random }) =>
    `Some owners of a ${product} with the ${rareWord(random)} kit see a yellow light, which means that the ${rareWord(random)} is cold.`,
  ({ pick, random }) =>
    `Never use ${pick(fluids)} on ${pick(materials)}, and do not press the ${rareWord(random)} against the ${pick(components)}.`,
  ({ component, pick, random }) =>
    `Our workshop checks every ${component} for cracks, measures the ${rareWord(random)} and adds a ring of ${pick(materials)}.`,
  ({ pick, random }) =>
    `After ${10 + Math.floor(random() * 400)} hours of use, the ${pick(components)} may need a second ${rareWord(random)} and fresh ${pick(fluids)}.`,
  ({ name, pick, random }) =>
    `The manual of the ${name} shows the position of the ${rareWord(random)} on page ${3 + Math.floor(random() * 90)}, beside the ${pick(components)}.`,
  ({ action, pick, random }) =>
    `People who ${action.infinitive} it in the ${pick(places)} should open a window and wear gloves of ${pick(materials)} or ${rareWord(random)}.`,
  ({ pick, random }) =>
    `The ${pick(materials)} version has a stronger ${pick(components)}, a ${rareWord(random)} plate and ${2 + Math.floor(random() * 12)} ${rareWord(random)} rings.`,
  ({ product, pick, random }) =>
    `When the ${product} is warm, turn the ${pick(components)} ${pick(adverbs)} and listen for the click of the ${rareWord(random)}.`,
  ({ component, pick, random }) =>
    `A cracked ${component} lets dust into the ${rareWord(random)}, which shortens the life of the ${pick(components)}.`,
  ({ pick, random }) =>
    `Write down the serial number of the ${pick(components)} before you send the ${rareWord(random)} to a dealer in ${capitalize(rareWord(random))}.`,
  ({ name, pick, random }) =>
    `Since the second generation, the ${name} contains a ${pick(materials)} ${pick(components)} instead of the earlier ${rareWord(random)}.`,
  ({ pick, random }) =>
    `Children and animals must not touch the ${rareWord(random)} while the ${pick(components)} cools in the ${pick(places)}.`,
  ({ pick, random }) =>
    `Order the ${rareWord(random)} together with ${2 + Math.floor(random() * 8)} spare ${pick(components)} rings, because both wear at the same rate.`,
  ({ product, pick, random }) =>
    `Frost damages a ${product}, so empty the ${pick(components)} in autumn and leave the ${rareWord(random)} ${pick(adverbs)} covered.`,
  ({ pick, random }) =>
    `An orange mark on the ${pick(components)} points to the ${rareWord(random)}; a scratch on the ${pick(materials)} is harmless.`,
  ({ pick, random }) =>
    `Customers report that ${pick(fluids)} removes stains from the ${rareWord(random)} better than any ${pick(tools)}.`,
  ({ component, random }) =>
    `Video ${100 + Math.floor(random() * 900)} on our website demonstrates how the ${component} slides into its ${rareWord(random)} groove.`,
  ({ pick, random }) =>
    `Humidity above ${40 + Math.floor(random() * 50)} percent lets the ${pick(materials)} swell and the ${rareWord(random)} rust.`,
  ({ pick, random }) =>
    `Lay the ${pick(components)}, the ${pick(components)} and the ${rareWord(random)} on newspaper in the sequence of their removal.`,
  ({ name, pick, random }) =>
    `Technicians call this fault ${capitalize(rareWord(random))}, and on the ${name} it comes from a bent ${pick(components)}.`,
  ({ component, random }) =>
    `You will find the ${rareWord(random)} behind the ${component}; if not, send our team a photo and describe what you see.`,
  ({ pick, random }) =>
    `We recommend a ${pick(materials)} ${rareWord(random)}, which is the best choice for people who bought their first set this year.`,
  ({ pick, random }) =>
    `Good results need patience: start in the morning, rest the ${rareWord(random)} in the ${pick(places)} overnight, and finish after lunch.`,
  ({ pick, random }) =>
    `The seller is responsible for the ${rareWord(random)}, and the buyer for the ${pick(components)} and for the choice of ${pick(fluids)}.`,
  ({ product, pick, random }) =>
    `Please contact our service by telephone or e-mail if the ${product} was delivered without the ${rareWord(random)} or with a dented ${pick(components)}.`,
  ({ pick, random }) =>
    `The guarantee covers faults of the ${pick(components)} for ${2 + Math.floor(random() * 8)} years, but not normal wear of the ${rareWord(random)}.`,
  ({ name, pick, random }) =>
    `Most shops near you have the ${rareWord(random)} in stock; for the ${name}, also look at the size of the ${pick(components)}.`,
  ({ pick, random }) =>
    `Return the old ${pick(components)} to a local store, where the ${rareWord(random)} is separated and the ${pick(materials)} is used again.`,
]

/** Words whose frequency follows Zipf's law, as that of names and technical words in real pages does. */
function rareWord(random: Random): string {
  return spell((Math.floor(rareWordCount ** random()) * 7919) % 100_003)
}

function createNames(count: number, random: Random): string[] {
  const names = new Set<string>()
  while (names.size < count) names.add(capitalize(`${spell(Math.floor(random() * 100_000))}ra`))
  return [...names]
}

const onsets = 'b br c cl d dr f fl g gr h j k l m n p pl qu r s st t tr v w z'.split(' ')
const rhymes = 'ab an ar el em en ick il im ond or ul um us'.split(' ')

/** The pronounceable word with a number. */
function spell(place: number): string {
  let rest = place
  let word = ''
  do {
    word += `${onsets[rest % onsets.length]}${rhymes[Math.floor(rest / onsets.length) % rhymes.length]}`
    rest = Math.floor(rest / (onsets.length * rhymes.length))
  } while (rest > 0)
  return word
}

function letters(random: Random): string {
  return String.fromCharCode(65 + Math.floor(random() * 26), 65 + Math.floor(random() * 26))
}

function capitalize(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`
}
