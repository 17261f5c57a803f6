import { Menu, Plus, Search } from 'lucide-react'
import { Button as AriaButton } from 'react-aria-components/Button'
import { useLocation } from 'react-router'
import { toAriaKeyShortcuts } from '../kit/browser/keys.ts'
import { paths } from '../paths.ts'
import { useProjects } from '../projects/queries.ts'
import { Button } from '../ui/Button.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { Kbd } from '../ui/Kbd.tsx'
import { NotificationBell } from './notifications/NotificationBell.tsx'
import type { Overlay } from './overlay.ts'
import { shellKeys } from './shortcuts.ts'
import { UserMenu } from './UserMenu.tsx'

type Props = { isPhone: boolean; onOpen: (overlay: Overlay) => void }

/**
 * New Project is the primary button of the project list only: every other screen has its own, and the empty list too. On
 * phones it is a plus sign on the project list and the dashboard, and the menu has it on every screen.
 */
export function TopBar({ isPhone, onOpen }: Props) {
  const { pathname } = useLocation()
  const isProjectList = pathname === paths.projects || pathname === paths.projectsAlias
  const { data: projects } = useProjects(isProjectList)
  const isPrimary = isProjectList && projects?.length !== 0
  const isNewProjectShown = !isPhone || isProjectList || pathname === paths.dashboard
  return (
    <header className="z-10 flex h-13 shrink-0 items-center gap-2 border-b bg-surface px-2 md:h-14 md:px-4">
      {isPhone ? (
        <>
          <IconButton label="Open menu" onPress={() => onOpen('menu')}>
            <Menu aria-hidden strokeWidth={1.75} />
          </IconButton>
          <div className="flex-1" />
          <IconButton label="Search" onPress={() => onOpen('palette')}>
            <Search aria-hidden strokeWidth={1.75} />
          </IconButton>
        </>
      ) : (
        <InertSearch onPalette={() => onOpen('palette')} />
      )}
      {isNewProjectShown && (
        <Button
          variant={isPrimary ? 'primary' : 'secondary'}
          permission="projects.manage"
          icon={<Plus aria-hidden size={16} />}
          onPress={() => onOpen('project')}
          label={isPhone ? 'New Project' : undefined}
        >
          {isPhone ? null : 'New Project'}
        </Button>
      )}
      <NotificationBell />
      <UserMenu onOpen={onOpen} />
    </header>
  )
}

/** Has no behavior, as specified. The shortcut beside it opens the command palette. */
function InertSearch({ onPalette }: { onPalette: () => void }) {
  return (
    <div className="relative me-auto w-full max-w-80">
      <Search
        aria-hidden
        size={16}
        strokeWidth={1.75}
        className="pointer-events-none absolute inset-y-0 start-3 my-auto text-muted"
      />
      <input
        type="search"
        aria-label="Search"
        placeholder="Search…"
        autoComplete="off"
        className="field ps-9 pe-20 [&::-webkit-search-cancel-button]:hidden"
      />
      <AriaButton
        aria-label="Command palette"
        aria-keyshortcuts={toAriaKeyShortcuts(shellKeys.palette)}
        onPress={onPalette}
        className="absolute inset-y-0 end-1.5 my-auto flex h-7 items-center rounded-control px-1 hover:bg-hover"
      >
        <Kbd keys={shellKeys.palette} />
      </AriaButton>
    </div>
  )
}
