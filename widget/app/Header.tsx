import { useState } from 'react'
import { downloadFile } from './files.ts'
import { CloseIcon, MoreIcon } from './icons.tsx'
import { type ChatActions, type ChatState, getPresenceLabel, getVisibleMessages } from './state.ts'
import { formatTranscript } from './transcript.ts'
import { usePopover } from './use-popover.ts'
import { words } from './words.ts'

type HeaderProps = {
  state: ChatState
  actions: ChatActions
  isInert: boolean
  onClose: (() => void) | null
}

export function Header({ state, actions, isInert, onClose }: HeaderProps) {
  const { chatName, logoUrl } = state.config.config.brand
  return (
    <header className="header">
      <Logo key={logoUrl} url={logoUrl} name={chatName} />
      <div className="title">
        <h1>
          <bdi>{chatName}</bdi>
        </h1>
        <p className={state.humansOnline ? 'presence online' : 'presence'}>{getPresenceLabel(state)}</p>
      </div>
      {!isInert && <Options state={state} actions={actions} />}
      {onClose && (
        <button type="button" className="round" aria-label={words.close} onClick={onClose}>
          <CloseIcon />
        </button>
      )}
    </header>
  )
}

function Options({ state, actions }: { state: ChatState; actions: ChatActions }) {
  const { isOpen, toggle, close, ref, button } = usePopover()
  const messages = getVisibleMessages(state)
  const { chatName } = state.config.config.brand

  function saveTranscript() {
    close()
    const text = formatTranscript(chatName, messages)
    downloadFile(new Blob([text], { type: 'text/plain;charset=utf-8' }), `${chatName}.txt`)
  }

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
      {isOpen && (
        <div className="popover menu">
          <button
            type="button"
            onClick={() => {
              actions.setMuted(!state.isMuted)
              close()
            }}
          >
            {state.isMuted ? words.unmute : words.mute}
          </button>
          <button type="button" disabled={messages.length === 0} onClick={saveTranscript}>
            {words.transcript}
          </button>
        </div>
      )}
    </div>
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
