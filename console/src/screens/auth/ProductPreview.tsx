import { defaultWidget } from '@aichat/contracts/widget/widget-defaults'
import { getConsoleTheme, PreviewFrame } from '../../widget/PreviewFrame.tsx'
import { createExchange } from '../../widget/sample-conversation.ts'

const config = defaultWidget('Example Shop')

const messages = createExchange({
  question: 'Do you ship to Austria, and how long does it take?',
  answer: 'Yes. Parcels to Austria arrive within three working days, and shipping is free from €50.',
  agentName: 'Support Assistant',
  source: 'Shipping and returns',
})

/** The real widget with a sample conversation, for people who are not signed in. Nothing in it can be used. */
export function ProductPreview() {
  return (
    <div inert aria-hidden>
      <PreviewFrame
        className="h-[min(560px,calc(100dvh-200px))] w-95 shadow-menu"
        message={{
          config,
          state: 'ai_answer',
          device: 'desktop',
          theme: getConsoleTheme(),
          faqs: [],
          faqEnabled: false,
          messages,
        }}
      />
    </div>
  )
}
