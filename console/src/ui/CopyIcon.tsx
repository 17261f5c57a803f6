import { Check, Copy } from 'lucide-react'
import { IconButton } from './IconButton.tsx'
import { useCopy } from './use-copy.ts'

export function CopyIcon({ text, label }: { text: string; label: string }) {
  const { isCopied, copy } = useCopy()
  const Icon = isCopied ? Check : Copy
  return (
    <>
      <IconButton label={isCopied ? 'Copied!' : label} onPress={() => copy(text)} className="size-7">
        <Icon aria-hidden strokeWidth={1.75} className="size-4!" />
      </IconButton>
      <span role="status" className="sr-only">
        {isCopied && 'Copied!'}
      </span>
    </>
  )
}
