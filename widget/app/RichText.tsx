import { createRichText, linkProps } from '@aichat/contracts/rich-text-elements'
import { createElement, memo, type ReactElement, type ReactNode } from 'react'

export const RichText = memo(function RichText({ text }: { text: string }) {
  return createRichText<ReactElement>(text, 'rich', createElement)
})

/** `href` must be a result of `toSafeHref`. */
export function SafeLink({ href, children }: { href: string; children: ReactNode }) {
  return <a {...linkProps(href)}>{children}</a>
}
