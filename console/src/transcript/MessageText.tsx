import { memo } from 'react'
import { messageHtml } from '../kit/markup.ts'

export const MessageText = memo(function MessageText({ text }: { text: string }) {
  return (
    <div
      dir="auto"
      className="rich wrap-anywhere whitespace-normal"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: escaped and sanitised by messageHtml, here and nowhere else
      dangerouslySetInnerHTML={{ __html: messageHtml(text) }}
    />
  )
})
