import { type PromptKey, promptLimits } from '@aichat/contracts/ai/prompts'
import { commonSentences } from '@aichat/contracts/kit/common'
import { Play } from 'lucide-react'
import { useState } from 'react'
import { errorMessage } from '../kit/http/api-error.ts'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { Notice } from '../ui/feedback/Notice.tsx'
import { TextArea } from '../ui/forms/TextArea.tsx'
import { useTestPrompt } from './queries.ts'

type Props = { promptKey: PromptKey; text: string }

/** Runs the current text, saved or not, on a sample message. */
export function PromptTest({ promptKey, text }: Props) {
  const tryOut = useTestPrompt(promptKey)
  const [sample, setSample] = useState('')
  const isIncomplete = sample.trim() === '' || text.trim() === '' || text.trim().length > promptLimits.text
  return (
    <Card className="flex flex-col gap-4">
      <h2 className="text-title">Test this prompt</h2>
      <TextArea
        label="Sample message"
        placeholder="Type a message to test with…"
        dir="auto"
        value={sample}
        maxLength={promptLimits.sample}
        counted={sample.length}
        onChange={(event) => setSample(event.target.value)}
      />
      <Button
        className="self-start"
        icon={<Play aria-hidden size={14} />}
        isBusy={tryOut.isPending}
        isDisabled={isIncomplete && !tryOut.isPending}
        onPress={() => tryOut.mutate({ text, sample })}
      >
        Run
      </Button>
      <div aria-live="polite" className="flex flex-col gap-4 empty:hidden">
        {tryOut.error && <Notice>{errorMessage(tryOut.error, commonSentences.unexpected)}</Notice>}
        {tryOut.data && (
          <>
            <TestOutput title="Prompt sent to the model" text={tryOut.data.rendered} />
            {tryOut.data.output !== null && (
              <TestOutput title="Response" text={tryOut.data.output} isAnswer />
            )}
            {tryOut.data.note && <p className="text-ink-2">{tryOut.data.note}</p>}
          </>
        )}
      </div>
    </Card>
  )
}

function TestOutput({ title, text, isAnswer }: { title: string; text: string; isAnswer?: boolean }) {
  return (
    <div className="flex flex-col gap-1.5">
      <h3 className="font-strong">{title}</h3>
      <p
        dir="auto"
        className={
          isAnswer
            ? 'rounded-control bg-bubble-ai p-3 wrap-anywhere whitespace-pre-wrap text-bubble-ai-text'
            : 'rounded-control bg-sunken p-3 font-mono text-caption wrap-anywhere whitespace-pre-wrap'
        }
      >
        {text}
      </p>
    </div>
  )
}
