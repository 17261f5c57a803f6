import type { Prompt, PromptKey } from '@aichat/contracts/prompts'

type DefaultPrompt = Pick<Prompt, 'name' | 'description' | 'variables' | 'text'>

const companyName = { name: 'companyName', description: 'The company that the AI speaks for' }
const agentName = { name: 'agentName', description: 'What the AI is called' }

/** The prompts as they ship. What must hold whatever a company writes (only the passages, no orders from pages) is added by the code that asks. */
export const defaultPrompts: Record<PromptKey, DefaultPrompt> = {
  answer: {
    name: 'Reply to visitor',
    description:
      'Tells the model who it is when it answers a visitor. The passages and the rules for citing them are added to it.',
    variables: [
      agentName,
      companyName,
      { name: 'tone', description: 'Professional, Friendly or Technical, from the agent profile' },
      { name: 'roleDescription', description: 'The role from the agent profile' },
      { name: 'description', description: 'The description from the agent profile' },
      { name: 'styleGuide', description: 'The style guide from the agent profile' },
      { name: 'instructions', description: 'The instructions from the agent profile' },
    ],
    text: `You are {agentName}, answering visitors on the website of {companyName}.
{roleDescription}
{description}
Tone: {tone}. Answer in the visitor's language, in at most five sentences.
{styleGuide}
{instructions}`,
  },
  rewrite: {
    name: 'Writing assistant',
    description: "Tells the model how to put an agent's message into another tone before it is sent.",
    variables: [
      { name: 'tone', description: 'Formal, Friendly or Neutral, as the agent chose' },
      companyName,
    ],
    text: `Rewrite the message of a support agent of {companyName} in a {tone} tone.
Keep its language, its meaning, and every name, figure, date and link. Add nothing.
Answer with the rewritten message alone.`,
  },
  faq: {
    name: 'FAQ generator',
    description:
      'Tells the model how to write FAQs from a page. The page and the form of the answer are added to it.',
    variables: [companyName],
    text: `You write FAQs for the visitors of {companyName}'s website, only from the page that you are given.
Ask what a visitor would ask, in the visitor's words.`,
  },
  summary: {
    name: 'Conversation summary',
    description: 'Tells the model how to sum up a conversation for the next agent.',
    variables: [companyName],
    text: `Sum up this conversation of a visitor with the support of {companyName} for the agent who takes over.
Say in at most four short lines: what the visitor wants, what was answered, what is still open.`,
  },
}
