import { quickReplies, type Session } from '@aichat/contracts/sessions'
import { type KeyboardEvent, useId, useState } from 'react'
import { useCompany, useUser } from '../kit/storage.ts'
import { fillIn } from './fill-in.ts'
import { visitorName } from './person.ts'
import { useSavedReplies } from './saved-replies.ts'

export type Slash = {
  id: string
  isOpen: boolean
  choices: readonly { key: string; name: string; text: string }[]
  active: number
  activeId: string
  choose: (index: number) => void
  /** True when the key was meant for the menu. */
  onKeyDown: (event: KeyboardEvent) => boolean
}

const most = 8

/** A slash at the start of the message lists replies to fill it with; what follows the slash looks for one. */
export function useSlash(session: Session, text: string, fill: (reply: string) => void): Slash {
  const id = useId()
  const { data: saved = [] } = useSavedReplies()
  const [active, setActive] = useState(0)
  const [closedAt, setClosedAt] = useState<string | null>(null)
  const agentName = useUser()?.name ?? ''
  const companyName = useCompany()?.name ?? ''
  const sought = /^\/([^\n]{0,60})$/.exec(text)?.[1]?.toLowerCase()
  const all = [
    ...saved.map(({ id: key, name, text: reply }) => ({ key, name, text: reply })),
    ...quickReplies.map((reply) => ({ key: reply, name: reply, text: reply })),
  ]
  const choices =
    sought === undefined
      ? []
      : all
          .filter(({ name, text: reply }) => `${name}\n${reply}`.toLowerCase().includes(sought))
          .slice(0, most)
  const isOpen = choices.length > 0 && closedAt !== text
  const index = Math.min(active, choices.length - 1)

  function choose(chosen: number) {
    const reply = choices[chosen]
    if (!reply) return
    setActive(0)
    const known = {
      visitorName: visitorName(session),
      agentName,
      companyName,
      projectName: session.projectId.name,
    }
    fill(fillIn(reply.text, known))
  }

  function onKeyDown(event: KeyboardEvent): boolean {
    if (!isOpen || event.shiftKey || event.ctrlKey || event.metaKey) return false
    if (event.key === 'ArrowDown') setActive((index + 1) % choices.length)
    else if (event.key === 'ArrowUp') setActive((index + choices.length - 1) % choices.length)
    else if (event.key === 'Enter' || event.key === 'Tab') choose(index)
    else if (event.key === 'Escape') setClosedAt(text)
    else return false
    event.preventDefault()
    event.stopPropagation()
    return true
  }

  return { id, isOpen, choices, active: index, activeId: `${id}-${index}`, choose, onKeyDown }
}
