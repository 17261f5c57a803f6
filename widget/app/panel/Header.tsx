import { type ChatActions, type ChatState, getPresenceLabel } from '../chat/state.ts'
import { Photo, TeamPhotos } from '../kit/Avatar.tsx'
import { CloseIcon } from '../kit/icons.tsx'
import { words } from '../kit/words.ts'
import { Options } from './Options.tsx'

type HeaderProps = {
  state: ChatState
  actions: ChatActions
  isInert: boolean
  /** Before the first message, the team is below the header. */
  hasTeam: boolean
  onClose: (() => void) | null
}

export function Header({ state, actions, isInert, hasTeam, onClose }: HeaderProps) {
  const { brand } = state.config.config
  const { chatName, logoUrl, team = [] } = brand
  return (
    <header className="header">
      {hasTeam && !logoUrl && team.some(({ photoUrl }) => photoUrl) ? (
        <TeamPhotos brand={brand} />
      ) : (
        <Photo key={logoUrl} url={logoUrl} name={chatName} className="logo" />
      )}
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
