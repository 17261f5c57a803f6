import { Check, Copy, Mail } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../ui/Button.tsx'
import { buttonStyles } from '../ui/button-styles.ts'
import { Card } from '../ui/Card.tsx'
import { RetryButton } from '../ui/feedback/RetryButton.tsx'
import { Skeleton } from '../ui/feedback/Skeleton.tsx'
import { Tabs } from '../ui/Tabs.tsx'
import { useCopy } from '../ui/use-copy.ts'
import { useEmbedCode } from './queries.ts'
import { createDeveloperMailUrl, createSnippets, type Snippet } from './snippets.ts'

type Props = {
  projectId: string
  projectName: string
  /** Whether copying the code is the next step on the screen. */
  isNext: boolean
}

export function EmbedCode({ projectId, projectName, isNext }: Props) {
  const { data: code, isError, refetch } = useEmbedCode(projectId)
  return (
    <Card>
      <h2 className="text-title">Install</h2>
      {code ? (
        <Install code={code} projectName={projectName} isNext={isNext} />
      ) : isError ? (
        <div className="mt-3">
          <RetryButton onPress={refetch} />
        </div>
      ) : (
        <Skeleton className="my-4 h-32 w-full" />
      )}
    </Card>
  )
}

type InstallProps = Omit<Props, 'projectId'> & { code: string }

function Install({ code, projectName, isNext }: InstallProps) {
  const snippets = createSnippets(code)
  const [chosen, setChosen] = useState('html')
  const snippet = snippets.find(({ key }) => key === chosen) ?? snippets[0]!
  return (
    <>
      <div className="mt-2 flex min-w-0 flex-col">
        <Tabs
          label="Install with"
          stripClassName="-mx-2"
          tabs={snippets.map((one) => ({
            key: one.key,
            label: one.name,
            panel: <Code snippet={one} />,
          }))}
          selected={snippet.key}
          onSelect={setChosen}
          panelClassName="outline-none"
        />
      </div>
      <div className="flex flex-wrap gap-2 max-md:flex-col">
        {/* The key resets "Copied!" when another tab is selected. */}
        <CopyButton key={snippet.key} code={snippet.code} isNext={isNext} />
        <a
          href={createDeveloperMailUrl(projectName, code)}
          className={buttonStyles({ variant: 'secondary' })}
        >
          <Mail aria-hidden size={16} strokeWidth={1.75} /> Email to a developer
        </a>
      </div>
    </>
  )
}

function Code({ snippet: { name, instructions, code } }: { snippet: Snippet }) {
  return (
    <>
      <p className="mt-3 text-body text-ink-2">{instructions}</p>
      <section
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
        tabIndex={0}
        aria-label={name === 'HTML' ? 'Embed code' : `Code for ${name}`}
        className="my-4 max-h-80 overflow-auto rounded-control border bg-sunken p-4"
      >
        <pre className={name === 'HTML' || name === 'Shopify' ? 'wrap-anywhere whitespace-pre-wrap' : ''}>
          <code>{code}</code>
        </pre>
      </section>
    </>
  )
}

function CopyButton({ code, isNext }: Pick<InstallProps, 'code' | 'isNext'>) {
  const { isCopied, copy } = useCopy()
  return (
    <Button
      variant={isNext ? 'primary' : 'secondary'}
      icon={isCopied ? <Check aria-hidden size={16} /> : <Copy aria-hidden size={16} />}
      onPress={() => copy(code)}
      className="min-w-36"
    >
      {isCopied ? <span role="status">Copied!</span> : 'Copy Code'}
    </Button>
  )
}
