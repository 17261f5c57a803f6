import clsx from 'clsx'
import { type ReactNode, useEffect, useRef } from 'react'
import { usePageTitle } from '../kit/browser/page-title.ts'

type Props = { children: ReactNode; title: string; className?: string }

let isFirstPage = true

/** The page's h1. Takes the focus after a navigation, so that screen readers announce the new page. */
export function PageTitle({ children, title, className }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  usePageTitle(title)
  useEffect(() => {
    if (!isFirstPage && !document.querySelector('[role=dialog]'))
      heading.current?.focus({ preventScroll: true })
    isFirstPage = false
  }, [])
  return (
    <h1 ref={heading} tabIndex={-1} className={clsx('min-w-0 text-page-title', className)}>
      {children}
    </h1>
  )
}
