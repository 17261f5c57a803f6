import { useEffect } from 'react'
import { MoreIcon } from './icons.tsx'
import { lazyPart } from './lazy-part.tsx'
import type { MenuProps } from './Menu.tsx'
import { usePopover } from './use-popover.ts'
import { words } from './words.ts'

const Menu = lazyPart<MenuProps>('Menu')

type Props = Omit<MenuProps, 'onClose'>

/** The menu in the header: sound, transcript, and the end of the conversation. */
export function Options({ state, actions }: Props) {
  const { isOpen, toggle, close, ref, button } = usePopover()
  const hasConversation = state.session !== null
  // The menu of a conversation must also open while the network is down.
  useEffect(() => {
    if (hasConversation) Menu.preload()
  }, [hasConversation])
  return (
    <div className="options" ref={ref}>
      <button
        type="button"
        className="round"
        ref={button}
        aria-label={words.more}
        aria-expanded={isOpen}
        onClick={toggle}
      >
        <MoreIcon />
      </button>
      {isOpen && <Menu state={state} actions={actions} onClose={close} />}
    </div>
  )
}
