import type { ReactNode } from 'react'
import { Brand } from '../ui/Brand.tsx'
import { PageTitle } from '../ui/PageTitle.tsx'
import { ChatIllustration } from './ChatIllustration.tsx'

type Props = { title: string; children: ReactNode; footer: ReactNode }

/** The layout of the pages before sign-in: the form, and an illustration on wide screens. */
export function AuthLayout({ title, children, footer }: Props) {
  return (
    <div className="grid min-h-dvh lg:grid-cols-2">
      <main className="flex flex-col justify-center bg-surface px-4 py-10 sm:px-8">
        <div className="mx-auto w-full max-w-100">
          <Brand />
          <PageTitle title={title} className="mt-8 mb-5 text-title-l font-semibold">
            {title}
          </PageTitle>
          {children}
          <p className="mt-6 text-body text-ink-2">{footer}</p>
        </div>
      </main>
      <aside className="hidden flex-col items-center justify-center gap-8 border-s bg-canvas p-10 lg:flex">
        <ChatIllustration />
        <p className="text-title-m font-semibold text-ink-2">Answer every visitor, day and night.</p>
      </aside>
    </div>
  )
}
