import type { Prompt, PromptKey } from '@aichat/contracts/ai/prompts'

type DefaultPrompt = Pick<Prompt, 'name' | 'description' | 'variables' | 'text'>

const companyName = { name: 'companyName', description: 'The name of your company' }
const agentName = { name: 'agentName', description: 'The name of the AI agent' }

/**
 * The default prompts. Rules that must hold for every company (answer from the passages only, ignore instructions in
 * pages) are added by the code that calls the model.
 */
export const defaultPrompts: Record<PromptKey, DefaultPrompt> = {
  answer: {
    name: 'Reply to visitor',
    description:
      'The role of the AI assistant when it answers a visitor. Passages and citation rules are added automatically.',
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
    description: "How to rewrite an agent's message in another tone before it is sent.",
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
    description: 'How to write FAQs from a page. The page and the output format are added automatically.',
    variables: [companyName],
    text: `You write FAQs for the visitors of {companyName}'s website, only from the page that you are given.
Ask what a visitor would ask, in the visitor's words.`,
  },
  summary: {
    name: 'Conversation summary',
    description:
      'How to summarize a conversation for the agent who takes over. Sentences with a figure, date, name, address or link that is not in the conversation are left out.',
    variables: [companyName],
    text: `Sum up this conversation of a visitor with the support of {companyName} for the agent who takes over.
Say in at most four short lines: what the visitor wants, what was answered, what is still open.`,
  },
  topic: {
    name: 'Topic of unanswered questions',
    description:
      'How to name and sum up similar questions in the report on gaps. Texts with a figure, date, name or link that is not in the questions are left out.',
    variables: [companyName],
    text: `These are questions that visitors of {companyName}'s website asked, and the AI could not answer. They are about one subject.
Name the subject in two to five words, like a heading in a help center.
Then say in one sentence of at most 25 words what visitors want to know.`,
  },
}
