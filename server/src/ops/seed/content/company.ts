import type { MemberKey } from './types.ts'

type Member = { name: string; email: string; role: 'Owner' | 'Admin' | 'Agent' }

/** All people and companies are invented, and all addresses belong to domains that are reserved for examples. */
export const demoCompany = {
  name: 'Larkmoor Outdoor',
  labels: [
    { name: 'Delivery', tone: 'accent' },
    { name: 'Returns', tone: 'warn' },
    { name: 'Product advice', tone: 'ok' },
    { name: 'Complaint', tone: 'bad' },
    { name: 'Invoice', tone: 'neutral' },
    { name: 'Booking', tone: 'ai' },
  ],
  savedReplies: [
    { name: 'Greeting', text: 'Hello {visitorName}, this is {agentName}. How can I help?' },
    {
      name: 'Return address',
      text: 'Please send the parcel to Larkmoor Outdoor, Returns, 1 Example Street.',
    },
    { name: 'Order number', text: 'Could you send me your order number? It begins with LO.' },
    {
      name: 'Repair form',
      text: 'Please send us a photo of the damage and the date of purchase. We will send you a free shipping label.',
    },
  ],
} as const

/** The owner's email marks an installation that has the demo company. */
export const demoMembers: Record<MemberKey, Member> = {
  owner: { name: 'Hannah Brandt', email: 'demo-owner@example.com', role: 'Owner' },
  admin: { name: 'Oliver Kent', email: 'demo-admin@example.com', role: 'Admin' },
  shopAgent: { name: 'Priya Nair', email: 'demo-agent-1@example.com', role: 'Agent' },
  rentalAgent: { name: 'Jonas Weber', email: 'demo-agent-2@example.com', role: 'Agent' },
}

const weekday = [{ from: '09:00', to: '18:00' }]
const weekend = [{ from: '10:00', to: '16:00' }]

export const demoHours = {
  week: {
    monday: weekday,
    tuesday: weekday,
    wednesday: weekday,
    thursday: weekday,
    friday: weekday,
    saturday: weekend,
    sunday: weekend,
  },
  exceptions: [
    { date: '2030-12-24', name: 'Christmas Eve', spans: [{ from: '09:00', to: '12:00' }] },
    { date: '2030-12-25', name: 'Christmas Day', spans: [] },
  ],
  outsideHours: 'ai',
}
