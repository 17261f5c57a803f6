import type { ReactNode } from 'react'
import { TeamIcon } from '../kit/icons.tsx'

/** The team has been asked to help, and has not answered yet. `children` is what the visitor can expect. */
export function Handover({ text, children }: { text: string; children?: ReactNode }) {
  return (
    <section className="card handover">
      <span className="avatar">
        <TeamIcon />
      </span>
      <div>
        <p dir="auto">{text}</p>
        {children}
      </div>
    </section>
  )
}
