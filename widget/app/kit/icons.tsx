import type { ReactNode } from 'react'

export function CloseIcon() {
  return (
    <Icon>
      <path d="M18 6 6 18M6 6l12 12" />
    </Icon>
  )
}

export function MoreIcon() {
  return (
    <Icon>
      <path d="M12 5.5a.5.5 0 1 0 0-1 .5.5 0 0 0 0 1Zm0 7a.5.5 0 1 0 0-1 .5.5 0 0 0 0 1Zm0 7a.5.5 0 1 0 0-1 .5.5 0 0 0 0 1Z" />
    </Icon>
  )
}

export function SendIcon() {
  return (
    <Icon>
      <path d="M4 12 20 4l-5 16-3.5-6.5zM11.5 13.5 20 4" />
    </Icon>
  )
}

export function EmojiIcon() {
  return (
    <Icon>
      <path d="M21 12a9 9 0 1 1-18 0 9 9 0 0 1 18 0ZM8.5 14.5a4.5 4.5 0 0 0 7 0M9 9.5h.01M15 9.5h.01" />
    </Icon>
  )
}

export function AttachIcon() {
  return (
    <Icon>
      <path d="m20 11-8.5 8.5a5 5 0 0 1-7-7L13 4a3.4 3.4 0 0 1 5 5l-8.5 8.5a1.7 1.7 0 0 1-2.5-2.5l8-8" />
    </Icon>
  )
}

export function FileIcon() {
  return (
    <Icon>
      <path d="M14 3H6v18h12V7zM14 3v4h4" />
    </Icon>
  )
}

/** CSS rotates it for thumbs down. */
export function ThumbIcon() {
  return (
    <Icon>
      <path d="M7 11v10H3V11zM7 11l4-8a3 3 0 0 1 3 3v4h5.5a2 2 0 0 1 2 2.3l-1.2 7a2 2 0 0 1-2 1.7H7" />
    </Icon>
  )
}

export function SparkIcon() {
  return (
    <Icon>
      <path d="m12 3 1.9 5.6a2.4 2.4 0 0 0 1.5 1.5L21 12l-5.6 1.9a2.4 2.4 0 0 0-1.5 1.5L12 21l-1.9-5.6a2.4 2.4 0 0 0-1.5-1.5L3 12l5.6-1.9a2.4 2.4 0 0 0 1.5-1.5z" />
    </Icon>
  )
}

export function TeamIcon() {
  return (
    <Icon>
      <path d="M15 20v-1a4 4 0 0 0-4-4H7a4 4 0 0 0-4 4v1M13 7.5a4 4 0 1 1-8 0 4 4 0 0 1 8 0ZM21 20v-1a4 4 0 0 0-3-3.8M16 3.7a4 4 0 0 1 0 7.6" />
    </Icon>
  )
}

export function ArrowDownIcon() {
  return (
    <Icon>
      <path d="M12 5v14m-6-6 6 6 6-6" />
    </Icon>
  )
}

function Icon({ children }: { children: ReactNode }) {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
      {children}
    </svg>
  )
}
