export type MemberKey = 'owner' | 'admin' | 'shopAgent' | 'rentalAgent'
export type ProjectKey = 'shop' | 'rentals'

export type DemoProject = {
  name: string
  description: string
  websiteUrl: string
  /** A patch of the widget's config, as the Customize screen sends it. */
  widget: object
  profile: object
  faqs: { question: string; answer: string }[]
  knowledge: { title: string; content: string }[]
}

/** What the AI does with a visitor's message. */
export type AiOutcome = 'answer' | 'suggestions' | 'handover'

/** Each step except a note is one message. The AI's text comes from the product; `ai` states which kind of reply it must be. */
export type DemoStep = (
  | { visitor: string }
  | { ai: AiOutcome }
  | { agent: MemberKey; text: string }
  | { note: string; by: MemberKey; mention?: MemberKey }
  | { rating: number; comment?: string }
) & {
  /** The time since the step before, where it differs from the usual one of its kind. */
  afterMinutes?: number
}

/** `at` is a time of day in the time zone of this machine. */
export type DemoStart = { daysAgo: number; at: string } | { minutesAgo: number }

export type DemoDevice = 'iphone' | 'android' | 'windows' | 'mac' | 'linux'

type DemoVisitor = {
  /** Missing for guests who did not give their name. */
  name?: string
  email?: string
  locale: string
  device: DemoDevice
  /** The path of the page on which the chat was opened. */
  page: string
  attributes?: Record<string, string | number | boolean>
}

export type DemoConversation = {
  project: ProjectKey
  start: DemoStart
  visitor: DemoVisitor
  steps: DemoStep[]
  labels?: string[]
  /** Assigns themselves, unless `assignedBy` did. */
  assignee?: MemberKey
  assignedBy?: MemberKey
  /** Whether the visitor's messages are unread by the team. */
  isUnread?: boolean
  /** Whether the visitor has left without reading the last message. */
  isUnreadByVisitor?: boolean
  status?: 'closed' | 'archived'
}
