import clsx from 'clsx'
import type { ReactNode } from 'react'

export type Tone = 'ok' | 'warn' | 'bad' | 'ai' | 'neutral' | 'accent'

export const toneClasses: Record<Tone, string> = {
  ok: 'bg-ok-soft text-ok',
  warn: 'bg-warn-soft text-warn',
  bad: 'bg-bad-soft text-bad',
  ai: 'bg-ai-soft text-ai',
  neutral: 'bg-sunken text-ink-2',
  accent: 'bg-accent-soft text-accent-text',
}

export function Badge({ tone, icon, children }: { tone: Tone; icon?: ReactNode; children: ReactNode }) {
  return (
    <span
      className={clsx(
        'inline-flex shrink-0 items-center gap-1 rounded-badge px-1.5 py-0.5 text-caption font-strong whitespace-nowrap',
        toneClasses[tone],
      )}
    >
      {icon}
      {children}
    </span>
  )
}
