import { Check, Copy } from 'lucide-react'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { RetryButton } from '../ui/RetryButton.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { useCopy } from '../ui/use-copy.ts'
import { useEmbedCode } from './queries.ts'

export function EmbedCode({ projectId }: { projectId: string }) {
  const { data: code, isError, refetch } = useEmbedCode(projectId, true)
  const { isCopied, copy } = useCopy()
  return (
    <Card>
      <h2 className="text-title-s font-semibold">Install</h2>
      <p className="mt-1 text-body text-ink-2">
        Paste this into your website, just before the closing <code>{'</body>'}</code> tag.
      </p>
      {code ? (
        <>
          <section
            // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
            tabIndex={0}
            aria-label="Embed code"
            className="my-4 overflow-x-auto rounded-control border bg-sunken p-4 text-small"
          >
            <pre className="wrap-anywhere whitespace-pre-wrap">
              <code>{code}</code>
            </pre>
          </section>
          <Button
            look="primary"
            icon={isCopied ? <Check aria-hidden size={16} /> : <Copy aria-hidden size={16} />}
            onPress={() => copy(code)}
            className="min-w-36 max-sm:w-full"
          >
            {isCopied ? <span role="status">Copied!</span> : 'Copy Code'}
          </Button>
        </>
      ) : isError ? (
        <div className="mt-3">
          <RetryButton onPress={refetch} />
        </div>
      ) : (
        <Skeleton className="my-4 h-16 w-full" />
      )}
    </Card>
  )
}
