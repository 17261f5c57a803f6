import type { DemoProject } from './types.ts'

/** The team answers here, without the AI. */
export const rentals: DemoProject = {
  name: 'Larkmoor Rentals',
  description: 'Tents, kayaks and bikes to rent at the lake station',
  websiteUrl: 'https://rentals.example.com',
  widget: {
    template: { key: 'minimal' },
    brand: { chatName: 'Larkmoor Rentals', primaryColor: '#1d5c8f' },
    icon: { color: '#1d5c8f' },
    greetings: {
      headline: 'Plan your trip with us',
      firstVisit: 'Hi! Tell us when you want to go and what you need.',
      suggestions: ['What does a kayak cost per day?', 'Can I bring my dog?'],
    },
    agent: { autoReply: false, autoReplyRateLimit: 5 },
    // As Customize sets it on its first load, which would otherwise be an unpublished change.
    realtime: { preChat: { mode: 'on_start' } },
  },
  profile: {
    agentName: 'Lark',
    companyName: 'Larkmoor Rentals',
    tone: 'Friendly',
    roleDescription: 'Helps guests of a rental station with bookings and equipment.',
    description: 'Larkmoor Rentals rents out tents, kayaks and bikes at the lake.',
  },
  faqs: [
    { question: 'How long can I rent a tent?', answer: 'From two days to four weeks.' },
    {
      question: 'Do you ask for a deposit?',
      answer: 'Yes, €50 per tent and €100 per kayak. You get it back within three days after the return.',
    },
    {
      question: 'Can I cancel a booking?',
      answer: 'Yes, free of charge until 48 hours before the pick-up. After that, we charge one day.',
    },
    {
      question: 'Can I bring my dog?',
      answer: 'Yes, in our double kayaks. Please choose a dog vest at the counter.',
    },
  ],
  knowledge: [
    {
      title: 'Pick-up and return',
      content: `# Pick-up
Rented equipment can be picked up every day between 9:00 and 18:00, at weekends from 10:00 to 16:00.

# Late return
A late return costs one more day. Call us if you are stuck on the water.`,
    },
    {
      title: 'Prices',
      content: `# Kayaks
A single kayak costs €28 per day, and a double kayak costs €42 per day. Paddles and vests are included.

# Tents
The Ridge 2 costs €14 per day, and the Ridge 4 costs €22 per day.

# Bikes
A touring bike costs €19 per day. A child trailer costs €9 per day.`,
    },
    {
      title: 'Safety on the water',
      content: `# Life vests
Everybody wears a life vest on the water. We have vests from 15 kg body weight.

# Weather
We cancel bookings free of charge when there is a storm warning for the lake.`,
    },
  ],
}
