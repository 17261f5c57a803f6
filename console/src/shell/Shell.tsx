import clsx from 'clsx'
import { type ReactNode, useEffect, useState } from 'react'
import { Outlet, useLocation, useNavigate } from 'react-router'
import { startKeyboardShortcuts } from '../kit/actions.ts'
import { useUnreadInTitle } from '../kit/browser/page-title.ts'
import { useRemoveStartupFrame } from '../kit/browser/startup-frame.ts'
import { phoneQuery, useMediaQuery } from '../kit/browser/use-media-query.ts'
import { onConnect, openSocket } from '../kit/http/socket.ts'
import { log } from '../kit/log.ts'
import { useStore } from '../kit/store.ts'
import { paths } from '../paths.ts'
import { ProjectDrawer } from '../projects/ProjectDrawer.tsx'
import { reloadMissed } from '../sync/events/reload-missed.ts'
import { subscribeToKnowledgeEvents } from '../sync/events/subscribe-to-knowledge.ts'
import { subscribeToSessions } from '../sync/events/subscribe-to-sessions.ts'
import { createInboxStore, type InboxStore, InboxStoreProvider } from '../sync/inbox-store.ts'
import { useUnreadTotal } from '../sync/session-queries.ts'
import { lazyOverlay } from '../ui/feedback/lazy-part.tsx'
import { toasts } from '../ui/feedback/toasts.ts'
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
  const [inboxStore] = useState(createInboxStore)
  const [overlay, setOverlay] = useState<Overlay | null>(null)
  // On phones an open conversation uses the whole height and has its own back link.
  const isTopBarHidden = isInConversation(useLocation()) && isPhone
  useUnreadInTitle(useUnreadTotal())
  useShellActions(setOverlay)
  useRemoveStartupFrame()
  useEffect(startKeyboardShortcuts, [])
  useEffect(() => startRealtime(inboxStore), [inboxStore])
  useEffect(() => startLater(navigate), [navigate])
  useEffect(() => void refreshAccount(), [])
  useEffect(() => {
    if (!isPhone) setOverlay((now) => (now === 'menu' ? null : now))
  }, [isPhone])
  const close = () => setOverlay(null)
  return (
    <div className="relative top-(--visible-top,0) flex h-(--visible-height,100dvh)">
      <a
        href="#content"
        className="absolute start-2 -top-20 z-[70] rounded-control bg-accent px-3 py-2 text-on-solid focus:top-2"
      >
        Skip to content
      </a>
      {!isPhone && <Sidebar />}
      <div className="flex min-w-0 flex-1 flex-col">
        {!isTopBarHidden && <TopBar isPhone={isPhone} onOpen={setOverlay} />}
        <Content>
          <InboxStoreProvider value={inboxStore}>
            <Outlet />
          </InboxStoreProvider>
        </Content>
      </div>
      <CrashBoundary key={overlay} onCrash={close}>
        {overlay === 'menu' && isPhone && (
          <MobileSidebar onClose={close} onNewProject={() => setOverlay('project')} />
        )}
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

/** Ends above a toast, so that it covers no rows, unless a part of the screen has a place for it. */
function Content({ children }: { children: ReactNode }) {
  const hasToast = useStore(toasts).length > 0
  return (
    <main
      id="content"
      tabIndex={-1}
      className={clsx(
        'relative min-h-0 flex-1 overflow-y-auto',
        hasToast && 'not-has-[.toast-anchor]:mb-22 print:mb-0',
      )}
    >
      {children}
    </main>
  )
}

function isInConversation({ pathname, search }: { pathname: string; search: string }) {
  return pathname === paths.chats && new URLSearchParams(search).has('session')
}

/** Starts what the first screen does not need once it is rendered. Returns the function that stops it. */
function startLater(open: (path: string) => void) {
  let hasStopped = false
  let stop = () => {
    hasStopped = true
  }
  import('./start-background.ts').then(
    ({ startBackground }) => {
      if (!hasStopped) stop = startBackground(open)
    },
    (error) => log('Failed to load a part of the console', error),
  )
  return () => stop()
}

/** Subscribes before connecting, so that no event is missed. */
function startRealtime(inboxStore: InboxStore) {
  const stops = [
    subscribeToSessions(inboxStore),
    subscribeToKnowledgeEvents(),
    onConnect(reloadMissed),
    openSocket(),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}
