/** The content of the demo company. All names are roles, and all addresses belong to example.com. */
export const demoCompany = {
  name: 'Example Outfitters',
  owner: { name: 'Demo Owner', email: 'demo-owner@example.com' },
  agents: [
    { name: 'Demo Agent One', email: 'demo-agent-1@example.com' },
    { name: 'Demo Agent Two', email: 'demo-agent-2@example.com' },
  ],
  labels: [
    { name: 'Delivery', tone: 'accent' },
    { name: 'Returns', tone: 'warn' },
    { name: 'Product advice', tone: 'ok' },
    { name: 'Complaint', tone: 'bad' },
  ],
  savedReplies: [
    { name: 'Greeting', text: 'Hello {visitorName}, this is {agentName}. How can I help?' },
    {
      name: 'Return address',
      text: 'Please send the parcel to Example Outfitters, Returns, 1 Example Street.',
    },
    { name: 'Order number', text: 'Could you send me your order number? It begins with EX.' },
  ],
} as const

export type DemoProject = {
  name: string
  websiteUrl: string
  /** Whether the AI answers visitors. */
  autoReply: boolean
  faqs: { question: string; answer: string }[]
  knowledge: string[]
}

export const demoProjects: [shop: DemoProject, rentals: DemoProject] = [
  {
    name: 'Online shop',
    websiteUrl: 'https://shop.example.com',
    autoReply: true,
    faqs: [
      { question: 'How long does delivery take?', answer: 'Delivery takes two to four working days.' },
      {
        question: 'What does shipping cost?',
        answer: 'Shipping costs 4.90, and is free for orders over 60.',
      },
      {
        question: 'Which payment methods do you accept?',
        answer: 'We accept cards, bank transfer and invoice.',
      },
      {
        question: 'Can I change my delivery address?',
        answer: 'Yes, until the parcel has left our warehouse.',
      },
    ],
    knowledge: [
      '# Returns\nYou may return any item within 30 days of delivery. Returns are free of charge.\n\n' +
        '# Refunds\nA refund is paid within 5 working days after the parcel has arrived.',
      '# Tents\nThe Ridge 2 weighs 2.1 kg and sleeps two. The Ridge 4 weighs 3.8 kg and sleeps four.\n\n' +
        '# Care\nDry a tent completely before you store it. Do not machine wash it.',
      '# Warranty\nAll products have a warranty of two years. Poles and zips are repaired free of charge.',
    ],
  },
  {
    name: 'Rentals',
    websiteUrl: 'https://rentals.example.com',
    autoReply: false,
    faqs: [
      { question: 'How long can I rent a tent?', answer: 'From two days to four weeks.' },
      {
        question: 'Do you ask for a deposit?',
        answer: 'Yes, 50 per tent. You get it back after the return.',
      },
    ],
    knowledge: [
      '# Pick-up\nRented equipment can be picked up from Monday to Saturday, between 9:00 and 18:00.',
    ],
  },
]

/** `visitor`: a visitor's message; `agent`: a reply of the agent with this index; `ai`: wait for the AI's reply. */
type Step = { visitor: string } | { agent: number; text: string } | { ai: true }

export type DemoConversation = {
  project: 0 | 1
  steps: Step[]
  status?: 'closed' | 'archived'
  label?: string
  note?: string
  /** The index of the agent that it is assigned to. */
  assignee?: number
  rating?: number
  needsHuman?: boolean
}

const conversationTypes: DemoConversation[] = [
  {
    project: 0,
    steps: [{ visitor: 'How long does delivery take?' }, { ai: true }, { visitor: 'Great, thank you!' }],
    rating: 5,
  },
  {
    project: 0,
    steps: [{ visitor: 'How many days do I have to return an item?' }, { ai: true }],
    label: 'Returns',
    status: 'closed',
    rating: 4,
  },
  {
    project: 0,
    steps: [{ visitor: 'My parcel arrived with a broken pole. What now?' }],
    label: 'Complaint',
    needsHuman: true,
    note: 'Second broken pole of this batch. Please check the stock.',
  },
  {
    project: 1,
    steps: [
      { visitor: 'Hello, I would like to rent two tents for the first week of June.' },
      { agent: 0, text: 'Hello! Two tents are available that week. For how many people?' },
      { visitor: 'Six people, four adults and two children.' },
      { agent: 0, text: 'Then I suggest one Ridge 4 and one Ridge 2. Shall I reserve them?' },
      { visitor: 'Yes, please.' },
    ],
    label: 'Product advice',
    assignee: 0,
  },
  {
    project: 1,
    steps: [
      { visitor: 'Can I bring the tent back on Sunday?' },
      { agent: 1, text: 'We are closed on Sundays. Monday morning is fine, at no extra cost.' },
      { visitor: 'Perfect, thanks.' },
    ],
    status: 'closed',
    assignee: 1,
    rating: 5,
  },
  {
    project: 0,
    steps: [{ visitor: 'What is the weight of the Ridge 2?' }, { ai: true }],
    label: 'Product advice',
  },
  {
    project: 1,
    steps: [{ visitor: 'Is the deposit paid in cash or by card?' }],
  },
  {
    project: 1,
    steps: [
      { visitor: 'I have not received my deposit back.' },
      { agent: 1, text: 'I am sorry. Could you send me your order number? It begins with EX.' },
      { visitor: 'EX-1042' },
      { agent: 1, text: 'Thank you. The transfer was made today and arrives within three days.' },
    ],
    label: 'Complaint',
    note: 'Transfer was forgotten, made by hand today.',
    status: 'archived',
    assignee: 1,
  },
  {
    project: 0,
    steps: [{ visitor: 'What does shipping cost?' }, { ai: true }, { visitor: 'And to an island?' }],
    label: 'Delivery',
  },
  {
    project: 0,
    steps: [
      { visitor: 'I would like to talk to somebody about a group order of thirty tents.' },
      { agent: 0, text: 'Hello, with pleasure. When do you need them?' },
      { visitor: 'In six weeks.' },
    ],
    assignee: 0,
    note: 'Group order: ask for the discount table.',
  },
]

const demoConversationCount = 40

export const demoConversations: DemoConversation[] = Array.from(
  { length: demoConversationCount },
  (_, index) => conversationTypes[index % conversationTypes.length] as DemoConversation,
)
