import { createRichText, linkProps } from '@aichat/contracts/chat/rich-text-elements'
import { createElement, type VNode } from 'preact'
import { type ReactNode, useMemo } from 'react'

export function RichText({ text }: { text: string }) {
  return useMemo(() => createRichText<VNode>(text, 'rich', createElement), [text]) as ReactNode
}

/** `href` must be a result of `toSafeHref`. */
export function SafeLink({ href, children }: { href: string; children: ReactNode }) {
  return <a {...linkProps(href)}>{children}</a>
}
