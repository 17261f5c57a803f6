import { type ReactNode, useRef, useState } from 'react'
import { useUser } from '../../kit/http/auth-storage.ts'
import { userCan } from '../../kit/user-can.ts'
import { lazyOverlay } from '../feedback/lazy-part.tsx'
import { IconButton } from '../IconButton.tsx'
import type { MenuChoice } from './MenuPopover.tsx'

const MenuPopover = lazyOverlay(() => import('./MenuPopover.tsx').then((file) => file.MenuPopover))

type Props = { label: string; icon: ReactNode; choices: readonly MenuChoice[] }

/** A button with a menu, which is loaded when it is first opened. */
export function Menu({ label, icon, choices }: Props) {
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  const user = useUser()
  const offered = choices.filter(({ permission }) => !permission || userCan(user, permission))
  if (offered.length === 0) return null
  return (
    <>
      <IconButton ref={button} label={label} isExpanded={isOpen} onPress={() => setOpen(true)}>
        {icon}
      </IconButton>
      {isOpen && (
        <MenuPopover label={label} trigger={button} choices={offered} onClose={() => setOpen(false)} />
      )}
    </>
  )
}
