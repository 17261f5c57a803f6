import { Menu, Plus, Search } from 'lucide-react'
import { Button } from '../ui/Button.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { UserMenu } from './UserMenu.tsx'

type Props = { isPhone: boolean; onOpenMenu: () => void; onNewProject: () => void }

export function TopBar({ isPhone, onOpenMenu, onNewProject }: Props) {
  return (
    <header className="z-10 flex h-13 shrink-0 items-center gap-2 border-b bg-surface px-2 md:h-14 md:px-4">
      {isPhone ? (
        <>
          <IconButton label="Open menu" onPress={onOpenMenu}>
            <Menu aria-hidden strokeWidth={1.75} />
          </IconButton>
          <div className="flex-1" />
        </>
      ) : (
        <InertSearch />
      )}
      <Button
        look="primary"
        icon={<Plus aria-hidden size={16} />}
        onPress={onNewProject}
        label={isPhone ? 'New Project' : undefined}
      >
        {isPhone ? null : 'New Project'}
      </Button>
      <UserMenu />
    </header>
  )
}

/** As specified: a placeholder without behaviour. */
function InertSearch() {
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
        className="field ps-9"
      />
    </div>
  )
}
