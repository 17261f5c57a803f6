import { useEffect } from 'react'
import { MoreIcon } from '../kit/icons.tsx'
import { lazyPart } from '../kit/lazy-part.tsx'
import { usePopover } from '../kit/use-popover.ts'
import { words } from '../kit/words.ts'
import type { MenuProps } from './Menu.tsx'

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
