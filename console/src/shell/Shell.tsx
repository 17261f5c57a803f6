import { useEffect, useState } from 'react'
import { Outlet, useLocation, useNavigate } from 'react-router'
import { startKeyboardShortcuts } from '../kit/actions.ts'
import { refetchFailedQueries } from '../kit/cache.ts'
import { log } from '../kit/log.ts'
import { useUnreadInTitle } from '../kit/page-title.ts'
import { onConnect, openSocket } from '../kit/socket.ts'
import { phoneQuery, useMediaQuery } from '../kit/use-media-query.ts'
import { chatsPath, paths } from '../paths.ts'
import { ProjectDrawer } from '../projects/ProjectDrawer.tsx'
import { subscribeToKnowledgeEvents } from '../sync/knowledge-events.ts'

import { useUnreadTotal } from '../sync/session-queries.ts'
import { subscribeToSessions } from '../sync/subscribe-to-sessions.ts'
import { lazyOverlay } from '../ui/lazy-part.tsx'
import { refreshAccount } from '../users/queries.ts'
import { CrashBoundary } from './CrashBoundary.tsx'
import type { Overlay } from './overlay.ts'
import { Sidebar } from './Sidebar.tsx'
import { TopBar } from './TopBar.tsx'
import { useShellActions } from './use-shell-actions.ts'

const MobileSidebar = lazyOverlay(() => import('./MobileSidebar.tsx').then((file) => file.MobileSidebar))

const CommandPalette = lazyOverlay(() => import('./CommandPalette.tsx').then((file) => file.CommandPalette))

const KeyboardShortcutsDialog = lazyOverlay(() =>
  import('./KeyboardShortcutsDialog.tsx').then((file) => file.KeyboardShortcutsDialog),
)

const UserDialogs = lazyOverlay(() => import('./UserDialogs.tsx').then((file) => file.UserDialogs))

export function Shell() {
  const isPhone = useMediaQuery(phoneQuery)
  const navigate = useNavigate()
  const [overlay, setOverlay] = useState<Overlay | null>(null)
  // On phones an open conversation uses the whole height and has its own back link.
  const isTopBarHidden = isInConversation(useLocation()) && isPhone
  useUnreadInTitle(useUnreadTotal())
  useShellActions(setOverlay)
  useEffect(startKeyboardShortcuts, [])
  useEffect(startRealtime, [])
  useEffect(() => startAlerts((sessionId) => navigate(chatsPath(sessionId))), [navigate])
  useEffect(() => void refreshAccount(), [])
  useEffect(() => {
    if (!isPhone) setOverlay((now) => (now === 'menu' ? null : now))
  }, [isPhone])
  const close = () => setOverlay(null)
  return (
    <div className="flex h-dvh">
      <a
        href="#content"
        className="absolute start-2 -top-20 z-[70] rounded-control bg-accent px-3 py-2 text-on-solid focus:top-2"
      >
        Skip to content
      </a>
      {!isPhone && <Sidebar />}
      <div className="flex min-w-0 flex-1 flex-col">
        {!isTopBarHidden && <TopBar isPhone={isPhone} onOpen={setOverlay} />}
        <main id="content" tabIndex={-1} className="relative min-h-0 flex-1 overflow-y-auto">
          <Outlet />
        </main>
      </div>
      <CrashBoundary key={overlay} onCrash={close}>
        {overlay === 'menu' && isPhone && <MobileSidebar onClose={close} />}
        {overlay === 'palette' && <CommandPalette onClose={close} />}
        {overlay === 'shortcuts' && <KeyboardShortcutsDialog onClose={close} />}
        {(overlay === 'profile' || overlay === 'password') && (
          <UserDialogs dialog={overlay} onClose={close} />
        )}
        <ProjectDrawer
          isOpen={overlay === 'project'}
          onClose={close}
          onSaved={() => {
            close()
            navigate(paths.projects)
          }}
        />
      </CrashBoundary>
    </div>
  )
}

function isInConversation({ pathname, search }: { pathname: string; search: string }) {
  return pathname === paths.chats && new URLSearchParams(search).has('session')
}

/** The code of the alerts is loaded after the screen. Returns the function that stops them. */
function startAlerts(openSession: (sessionId: string) => void) {
  let hasStopped = false
  let stop = () => {
    hasStopped = true
  }
  import('./desktop-alerts.ts').then(
    ({ startDesktopAlerts }) => {
      if (!hasStopped) stop = startDesktopAlerts(openSession)
    },
    (error) => log('Failed to load the desktop alerts', error),
  )
  return () => stop()
}

/** Subscribes before connecting, so that no event is missed. */
function startRealtime() {
  const stops = [
    subscribeToSessions(),
    subscribeToKnowledgeEvents(),
    onConnect(refetchFailedQueries),
    openSocket(),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}
