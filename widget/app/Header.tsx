import { useState } from 'react'
import { CloseIcon } from './icons.tsx'
import { type ChatState, presenceOf } from './state.ts'
import { words } from './words.ts'

export function Header({ state, onClose }: { state: ChatState; onClose: (() => void) | null }) {
  const { chatName, logoUrl } = state.config.config.brand
  return (
    <header className="header">
      <Logo key={logoUrl} url={logoUrl} name={chatName} />
      <div className="title">
        <h1 dir="auto">{chatName}</h1>
        <p className={state.humansOnline ? 'presence online' : 'presence'}>{presenceOf(state)}</p>
      </div>
      {onClose && (
        <button type="button" className="round" aria-label={words.close} onClick={onClose}>
          <CloseIcon />
        </button>
      )}
    </header>
  )
}

function Logo({ url, name }: { url: string; name: string }) {
  const [isBroken, setIsBroken] = useState(false)
  if (isBroken || !/^https:\/\//i.test(url)) {
    return (
      <span className="logo" aria-hidden="true">
        {[...name.trim()][0]?.toUpperCase()}
      </span>
    )
  }
  return (
    <img className="logo" src={url} alt="" referrerPolicy="no-referrer" onError={() => setIsBroken(true)} />
  )
}
