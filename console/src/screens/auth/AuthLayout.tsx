import type { ReactNode } from 'react'
import { useRemoveStartupFrame } from '../../kit/browser/startup-frame.ts'
import { useMediaQuery, wideQuery } from '../../kit/browser/use-media-query.ts'
import { Brand } from '../../ui/Brand.tsx'
import { lazyPart } from '../../ui/feedback/lazy-part.tsx'
import { PageTitle } from '../../ui/PageTitle.tsx'

const ProductPreview = lazyPart(
  () => import('./ProductPreview.tsx').then((file) => file.ProductPreview),
  <div className="h-[min(560px,calc(100dvh-200px))] w-95" />,
)

type Props = { title: string; children: ReactNode; footer: ReactNode }

/**
 * The layout of the pages before sign-in: the form, and the product beside it where there is room. index.html draws the same
 * before the script has loaded.
 */
export function AuthLayout({ title, children, footer }: Props) {
  const isWide = useMediaQuery(wideQuery)
  useRemoveStartupFrame()
  return (
    <div className="grid min-h-dvh lg:grid-cols-2">
      <main className="flex flex-col justify-center bg-surface px-4 py-10 sm:px-8">
        <div className="mx-auto w-full max-w-100">
          <Brand />
          <PageTitle title={title} className="mt-8 mb-5">
            {title}
          </PageTitle>
          {children}
          <p className="mt-6 text-body text-ink-2">{footer}</p>
        </div>
      </main>
      {isWide && (
        <aside
          aria-label="The chat on a website"
          className="flex flex-col items-center justify-center gap-6 border-s bg-canvas p-8"
        >
          <div className="max-w-95 text-center">
            <p className="text-page-title">Answer every visitor, day and night.</p>
            <p className="mt-1 text-ink-2">
              Your AI assistant answers from your own knowledge, and your team takes over when it matters.
            </p>
          </div>
          <ProductPreview />
        </aside>
      )}
    </div>
  )
}
