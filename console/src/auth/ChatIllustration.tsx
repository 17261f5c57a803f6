import { Sparkles } from 'lucide-react'

/** Decorative picture of a conversation, hidden from assistive technology. */
export function ChatIllustration() {
  return (
    <div aria-hidden className="w-80 overflow-hidden rounded-dialog border bg-surface shadow-menu">
      <div className="flex items-center gap-3 bg-bubble-agent p-4">
        <div className="size-9 rounded-pill bg-on-solid/25" />
        <div className="flex flex-col gap-1.5">
          <div className="h-2.5 w-28 rounded-pill bg-on-solid/85" />
          <div className="h-2 w-16 rounded-pill bg-on-solid/45" />
        </div>
      </div>
      <div className="flex flex-col gap-3 p-4">
        <div className="w-44 rounded-dialog rounded-es-tail bg-bubble-visitor p-3">
          <Line className="w-full" />
          <Line className="mt-2 w-2/3" />
        </div>
        <div className="w-52 self-end rounded-dialog rounded-ee-tail bg-bubble-ai p-3 text-ai">
          <div className="mb-2 flex items-center gap-1 text-caption font-medium">
            <Sparkles size={12} /> AI
          </div>
          <Line className="w-full" />
          <Line className="mt-2 w-full" />
          <Line className="mt-2 w-1/2" />
        </div>
        <div className="w-24 rounded-dialog rounded-es-tail bg-bubble-visitor p-3">
          <Line className="w-full" />
        </div>
      </div>
      <div className="m-4 mt-1 flex items-center justify-between rounded-control border px-3 py-2.5">
        <Line className="w-28" />
        <div className="size-5 rounded-control bg-accent" />
      </div>
    </div>
  )
}

function Line({ className }: { className: string }) {
  return <div className={`h-2 rounded-pill bg-current opacity-20 ${className}`} />
}
