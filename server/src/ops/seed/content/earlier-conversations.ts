import type { AiOutcome, DemoConversation, DemoDevice, DemoStep } from './types.ts'

/** Eight weeks, so that a report of four weeks has a period to compare with. The last week is written by hand. */
const earliestDaysAgo = 55
const latestDaysAgo = 7

const firstNames = [
  'Abigail',
  'Andreas',
  'Bilal',
  'Charlotte',
  'Dmitri',
  'Elif',
  'Fergus',
  'Giulia',
  'Henrik',
  'Imani',
  'Jonathan',
  'Klara',
  'Leon',
  'Mei',
  'Niamh',
  'Olivia',
  'Pablo',
  'Rosa',
  'Simon',
  'Theresa',
  'Ulrich',
  'Valentina',
  'William',
  'Zainab',
]
const lastNames = [
  'Andersen',
  'Barros',
  'Clarke',
  'Dubois',
  'Ekström',
  'Foster',
  'Gallagher',
  'Hoffmann',
  'Ivanova',
  'Jansen',
  'Khan',
  'Lombardi',
  'Murphy',
  'Navarro',
  'Oyelaran',
  'Petrov',
  'Quinn',
  'Rossi',
  'Sato',
  'Thompson',
  'Urban',
  'Wagner',
  'Yilmaz',
]
const devices: DemoDevice[] = ['iphone', 'android', 'windows', 'mac', 'linux']
/** Most visitors write around noon and in the evening. */
const times = [
  '08:35',
  '09:10',
  '09:50',
  '10:25',
  '11:05',
  '11:40',
  '12:15',
  '12:30',
  '13:10',
  '14:20',
  '15:45',
  '17:05',
  '18:30',
  '19:15',
  '20:10',
  '21:20',
  '22:40',
]

/** For conversations with the team, whose replies are then within its hours. */
const teamTimes = ['10:05', '10:30', '10:50', '11:15', '11:40', '12:20', '12:45']

type Topic = {
  page: string
  locale: string
  question: string
  outcome: AiOutcome
  thanks: string
  label?: string
}

const topics: Topic[] = [
  topic('/delivery', 'How long does delivery take?', 'Delivery'),
  topic('/returns', 'How can I return an item?', 'Returns'),
  topic('/delivery', 'What does shipping cost?', 'Delivery'),
  topic('/tents', 'What is the weight of the Ridge 2?', 'Product advice'),
  topic('/checkout', 'Which payment methods do you accept?'),
  topic('/stores', 'When is the harbour store open?'),
  topic('/boots', 'Do your hiking boots run small?', 'Product advice'),
  topic('/gift-cards', 'Do you sell gift cards?'),
  topic('/returns', 'When is a refund paid?', 'Returns'),
  topic('/repairs', 'How long does a repair take?'),
  topic('/account/orders', 'Can I change my delivery address?', 'Delivery'),
  topic('/jackets', 'How do I wash a rain jacket?', 'Product advice'),
  {
    ...topic('/versand', 'Wie lange dauert die Lieferung?', 'Delivery'),
    locale: 'de',
    thanks: 'Super, danke!',
  },
  {
    ...topic('/livraison', 'Quels sont les frais de livraison ?', 'Delivery'),
    locale: 'fr',
    thanks: 'Merci beaucoup !',
  },
  { ...topic('/envio', '¿Cuánto cuesta el envío?', 'Delivery'), locale: 'es', thanks: '¡Muchas gracias!' },
  { ...topic('/tents', 'Is there a footprint for the Ridge 4 in green?'), outcome: 'suggestions' },
]

function topic(page: string, question: string, label?: string): Topic {
  return { page, locale: 'en', question, outcome: 'answer', thanks: 'Thank you very much!', label }
}

const forPerson = 'I would like to talk to a person, please.'
const requests = [
  {
    text: 'My parcel has not arrived yet.',
    answer: 'I have asked the carrier. It will be with you tomorrow.',
  },
  {
    text: 'The zip of my tent is stuck.',
    answer: 'Please send us a photo, and we will repair it free of charge.',
  },
  { text: 'I ordered the wrong size.', answer: 'No problem, I have sent you the other size.' },
]
const rentals = [
  { text: 'Do you have two single kayaks on Saturday?', answer: 'Yes, we do. Shall I reserve them?' },
  {
    text: 'Can we return the bikes at 19:00?',
    answer: 'We close at 18:00, but you can lock them at the station.',
  },
  { text: 'Is the Ridge 4 free in the first week of next month?', answer: 'Yes, it is. For which days?' },
]

type Unanswered = { question: string; outcome: AiOutcome; answer: string }

const onDiscounts = 'Students get 10% off with a valid student card, in the harbour store only.'
const onPoints = 'We do not collect points any more. Regular customers get our voucher by email twice a year.'
const onRopes = 'Please come by the harbour store: Oliver climbs himself and can show you our ropes.'
const onUsedTents = 'We buy used tents of ours back in spring, for a voucher. I will write to you then.'

/** Questions that the shop's knowledge does not answer, from the oldest on. */
const unanswered: Unanswered[] = [
  unansweredQuestion('Is there a student discount?', onDiscounts),
  unansweredQuestion('How long can I use a climbing rope?', onRopes),
  unansweredQuestion('How do I collect loyalty points?', onPoints, 'suggestions'),
  unansweredQuestion('Do you engrave pocket knives?', 'Not yet, sorry.'),
  unansweredQuestion('Do students get a discount?', onDiscounts),
  unansweredQuestion('Do you buy used tents?', onUsedTents, 'suggestions'),
  unansweredQuestion('Do you sponsor school expeditions?', 'Please send us a short plan by email.'),
  unansweredQuestion('Are your climbing ropes dry treated?', onRopes),
  unansweredQuestion('student discount?', onDiscounts),
  unansweredQuestion('Where do I see my loyalty points?', onPoints, 'suggestions'),
  unansweredQuestion('Which climbing rope is best for beginners?', onRopes),
  unansweredQuestion('Can I trade in my used tent?', onUsedTents, 'suggestions'),
  unansweredQuestion('I am a student, is there any discount for me?', onDiscounts),
  unansweredQuestion('How much is an engraving?', 'We do not engrave yet, sorry.'),
  unansweredQuestion('Do you offer avalanche courses?', 'No, but the mountain club does.'),
  unansweredQuestion('Is there a student discount?', onDiscounts),
]

function unansweredQuestion(question: string, answer: string, outcome: AiOutcome = 'handover'): Unanswered {
  return { question, answer, outcome }
}

/** Generated from an index, so that every run creates the same conversations. */
export const earlierConversations: DemoConversation[] = [
  ...listDays().flatMap((daysAgo, dayIndex) => {
    const count = pick([4, 2, 5, 6, 3, 7, 4], dayIndex) + (dayIndex > 24 ? 1 : 0)
    return Array.from({ length: count }, (_, place) => createConversation(dayIndex * 8 + place, daysAgo))
  }),
  ...unanswered.map((one, place) => createUnanswered(one, 1000 + place, earliestDaysAgo - 3 * place)),
]

function listDays(): number[] {
  return Array.from({ length: earliestDaysAgo - latestDaysAgo + 1 }, (_, index) => earliestDaysAgo - index)
}

function createConversation(index: number, daysAgo: number): DemoConversation {
  const isRental = index % 6 === 5
  const chosen = pick(topics, index * 5 + Math.floor(index / 11))
  const label = isRental ? 'Booking' : chosen.label
  const steps = isRental ? writeRental(index) : writeShop(index, chosen)
  const startTimes = steps.some((step) => 'agent' in step) ? teamTimes : times
  return {
    project: isRental ? 'rentals' : 'shop',
    start: { daysAgo, at: pick(startTimes, index * 5) },
    visitor: {
      ...createPerson(index),
      locale: isRental ? 'en' : chosen.locale,
      device: pick(devices, index * 3),
      page: isRental ? '/' : chosen.page,
    },
    steps,
    labels: label && index % 2 === 0 ? [label] : [],
    status: daysAgo > 20 ? 'archived' : 'closed',
  }
}

/** A visitor to whom suggestions are no help asks for a person. */
function createUnanswered(
  { question, outcome, answer }: Unanswered,
  index: number,
  daysAgo: number,
): DemoConversation {
  const asksAgain: DemoStep[] = outcome === 'suggestions' ? [{ visitor: forPerson }, { ai: 'handover' }] : []
  return {
    project: 'shop',
    start: { daysAgo, at: pick(teamTimes, index * 3) },
    visitor: { ...createPerson(index), locale: 'en', device: pick(devices, index), page: '/' },
    steps: [
      { visitor: question },
      { ai: outcome },
      ...asksAgain,
      { agent: 'shopAgent', text: answer, afterMinutes: 6 + (index % 5) * 7 },
    ],
    status: daysAgo > 20 ? 'archived' : 'closed',
  }
}

/** Every seventh visitor stays a guest. */
function createPerson(index: number): { name?: string; email?: string } {
  if (index % 7 === 3) return {}
  const first = pick(firstNames, index)
  const last = pick(lastNames, index)
  const email = `${first}.${last}`.toLowerCase().replace('ö', 'oe')
  return { name: `${first} ${last}`, email: `${email}@example.com` }
}

function writeShop(index: number, { question, outcome, thanks, locale }: Topic): DemoStep[] {
  const start: DemoStep[] = [{ visitor: question }, { ai: outcome }]
  const kind = index % 10
  if (outcome === 'suggestions' || kind < 4) return start
  if (kind < 6) return [...start, { visitor: thanks }, { ai: 'answer' }]
  if (kind === 6) return [...start, { visitor: thanks }, { ai: 'answer' }, { rating: 5 }]
  if (kind === 7)
    return [
      ...start,
      { rating: index % 4 === 1 ? 2 : 4, ...(index % 4 === 1 && { comment: 'Not what I asked' }) },
    ]
  if (locale !== 'en') return start
  return [...start, ...writeHandover(index)]
}

/** The visitor comes back after some hours in every third case, and asks for a person. */
function writeHandover(index: number): DemoStep[] {
  const { text, answer } = pick(requests, index)
  return [
    { visitor: `${text} ${forPerson}`, ...(index % 3 === 0 && { afterMinutes: 150 }) },
    { ai: 'handover' },
    { agent: index % 4 === 0 ? 'admin' : 'shopAgent', text: answer, afterMinutes: 2 + (index % 9) * 4 },
    { visitor: 'That helps, thank you!' },
    ...(index % 4 === 0 ? [{ rating: 5 - (index % 3), comment: 'Friendly and quick' }] : []),
  ]
}

function writeRental(index: number): DemoStep[] {
  const { text, answer } = pick(rentals, index)
  return [
    { visitor: text },
    { agent: 'rentalAgent', text: answer, afterMinutes: 1 + (index % 11) * 6 },
    { visitor: 'Great, thank you!', afterMinutes: 3 },
  ]
}

function pick<Item>(items: readonly Item[], index: number): Item {
  return items[index % items.length] as Item
}
