import type { ReactNode } from 'react'

export function CloseIcon() {
  return (
    <Icon>
      <path d="M18 6 6 18M6 6l12 12" />
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
