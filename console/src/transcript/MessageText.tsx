import { createRichText } from '@aichat/contracts/chat/rich-text-elements'
import { createElement, memo, type ReactElement } from 'react'

export const MessageText = memo(function MessageText({ text }: { text: string }) {
  return createRichText<ReactElement>(text, 'rich wrap-anywhere whitespace-normal', createElement)
})
