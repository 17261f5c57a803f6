import { lazy, Suspense, useEffect, useState } from 'react'
import { Outlet, useLocation, useNavigate } from 'react-router'
import { startKeyboardShortcuts } from '../kit/actions.ts'
import { refetchFailedQueries } from '../kit/cache.ts'
import { useUnreadInTitle } from '../kit/page-title.ts'
import { onConnect, openSocket } from '../kit/socket.ts'
import { phoneQuery, useMediaQuery } from '../kit/use-media-query.ts'
import { chatsPath, paths } from '../paths.ts'
import { ProjectDrawer } from '../projects/ProjectDrawer.tsx'
import { subscribeToKnowledgeEvents } from '../sync/knowledge-events.ts'

import { useUnreadTotal } from '../sync/session-queries.ts'
import { subscribeToSessions } from '../sync/subscribe-to-sessions.ts'
import { refreshAccount } from '../users/queries.ts'
import { startDesktopAlerts } from './desktop-alerts.ts'
import { LazyBoundary } from './LazyBoundary.tsx'
import type { Overlay } from './overlay.ts'
import { Sidebar } from './Sidebar.tsx'
import { TopBar } from './TopBar.tsx'
import { useShellActions } from './use-shell-actions.ts'

const MobileSidebar = lazy(() =>
  import('./MobileSidebar.tsx').then((file) => ({ default: file.MobileSidebar })),
)

const CommandPalette = lazy(() =>
  import('./CommandPalette.tsx').then((file) => ({ default: file.CommandPalette })),
)

const KeyboardShortcutsDialog = lazy(() =>
  import('./KeyboardShortcutsDialog.tsx').then((file) => ({ default: file.KeyboardShortcutsDialog })),
)

const UserDialogs = lazy(() => import('./UserDialogs.tsx').then((file) => ({ default: file.UserDialogs })))

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
  useEffect(() => startDesktopAlerts((sessionId) => navigate(chatsPath(sessionId))), [navigate])
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
          <Suspense>
            <Outlet />
          </Suspense>
        </main>
      </div>
      <LazyBoundary key={overlay}>
        {overlay === 'menu' && isPhone && <MobileSidebar onClose={close} />}
        {overlay === 'palette' && <CommandPalette onClose={close} />}
        {overlay === 'shortcuts' && <KeyboardShortcutsDialog onClose={close} />}
        {(overlay === 'profile' || overlay === 'settings' || overlay === 'password') && (
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
      </LazyBoundary>
    </div>
  )
}

function isInConversation({ pathname, search }: { pathname: string; search: string }) {
  return pathname === paths.chats && new URLSearchParams(search).has('session')
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
