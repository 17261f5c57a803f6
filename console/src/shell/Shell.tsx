import { lazy, Suspense, useEffect, useState } from 'react'
import { Outlet, useLocation, useNavigate } from 'react-router'
import { openSocket } from '../kit/socket.ts'
import { phone, useMedia } from '../kit/use-media.ts'
import { followKnowledge } from '../knowledge/live.ts'
import { paths } from '../paths.ts'
import { ProjectDrawer } from '../projects/ProjectDrawer.tsx'
import { followSessions } from '../sessions/live.ts'
import { refreshAccount } from '../users/queries.ts'
import { Sidebar } from './Sidebar.tsx'
import { TopBar } from './TopBar.tsx'

const PhoneSidebar = lazy(() => import('./PhoneSidebar.tsx').then((file) => ({ default: file.PhoneSidebar })))

export function Shell() {
  const isPhone = useMedia(phone)
  const navigate = useNavigate()
  const [isMenuOpen, setMenuOpen] = useState(false)
  const [isDrawerOpen, setDrawerOpen] = useState(false)
  // On a phone an open conversation needs the whole height, and has a way back of its own.
  const isTopBarHidden = isInConversation(useLocation()) && isPhone
  useEffect(goLive, [])
  useEffect(() => void refreshAccount(), [])
  return (
    <div className="flex h-dvh">
      <a
        href="#content"
        className="absolute start-2 -top-20 z-[70] rounded-control bg-accent px-3 py-2 text-on-solid focus:top-2"
      >
        Skip to content
      </a>
      {!isPhone && <Sidebar />}
      {isPhone && isMenuOpen && (
        <Suspense>
          <PhoneSidebar onClose={() => setMenuOpen(false)} />
        </Suspense>
      )}
      <div className="flex min-w-0 flex-1 flex-col">
        {!isTopBarHidden && (
          <TopBar
            isPhone={isPhone}
            onOpenMenu={() => setMenuOpen(true)}
            onNewProject={() => setDrawerOpen(true)}
          />
        )}
        <main id="content" tabIndex={-1} className="relative min-h-0 flex-1 overflow-y-auto">
          <Suspense>
            <Outlet />
          </Suspense>
        </main>
      </div>
      <ProjectDrawer
        isOpen={isDrawerOpen}
        onClose={() => setDrawerOpen(false)}
        onSaved={() => {
          setDrawerOpen(false)
          navigate(paths.projects)
        }}
      />
    </div>
  )
}

function isInConversation({ pathname, search }: { pathname: string; search: string }) {
  return pathname === paths.chats && new URLSearchParams(search).has('session')
}

/** Listeners first, so that nothing that arrives with the connection is missed. */
function goLive() {
  const stops = [followSessions(), followKnowledge(), openSocket()]
  return () => {
    for (const stop of stops) stop()
  }
}
