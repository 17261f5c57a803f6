import type { Message } from '@aichat/contracts/chat/messages'
import type { PublicWidgetContent } from '@aichat/contracts/widget/widget'
import { useState } from 'react'
import { SparkIcon } from './icons.tsx'

type Brand = PublicWidgetContent['brand']

const maxPhotos = 3

/** An image on the web, or an uploaded logo on the origin of the chat. */
const imageUrl = /^(?:https:\/\/|\/widget-files\/)/i

/** A picture, or the first letter of the name without one. */
export function Photo({ url, name, className }: { url: string; name: string; className: string }) {
  const [isBroken, setIsBroken] = useState(false)
  if (isBroken || !imageUrl.test(url)) {
    return (
      // The letter is not part of the text.
      <span className={className} data-letter={[...name.trim()][0]?.toUpperCase()} aria-hidden="true" />
    )
  }
  return (
    <img
      className={className}
      src={url}
      alt=""
      referrerPolicy="no-referrer"
      onError={() => setIsBroken(true)}
    />
  )
}

export function TeamPhotos({ brand }: { brand: Brand }) {
  const members = (brand.team ?? []).filter(({ photoUrl }) => photoUrl).slice(0, maxPhotos)
  return (
    <span className="team">
      {members.map(({ name, photoUrl }) => (
        <Photo key={photoUrl} url={photoUrl} name={name} className="logo" />
      ))}
    </span>
  )
}

/** Beside the messages of an author: the AI's sign, or the person's photo. */
export function Avatar({ message: { isAi, agent }, brand }: { message: Message; brand: Brand }) {
  if (isAi) {
    return (
      <span className="avatar ai" aria-hidden="true">
        <SparkIcon />
      </span>
    )
  }
  const name = agent?.name || brand.chatName
  const isAuthor = (member: { name: string }) => member.name.toLowerCase() === name.toLowerCase()
  const url = brand.team?.find(isAuthor)?.photoUrl ?? ''
  return <Photo key={url} url={url} name={name} className="avatar" />
}
