import { PanelLeftClose, PanelLeftOpen } from 'lucide-react'
import { sidebar, usePreference } from '../kit/browser/preferences.ts'
import { useMediaQuery, wideQuery } from '../kit/browser/use-media-query.ts'
import { Brand } from '../ui/Brand.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { ConnectionStatus } from './ConnectionDot.tsx'
import { MainNavigation } from './MainNavigation.tsx'

/** The navigation beside the content: icons only below 1024 px, or when the user collapses it. */
export function Sidebar() {
  const isWide = useMediaQuery(wideQuery)
  const isCollapsed = usePreference(sidebar) === 'rail'
  const isRail = !isWide || isCollapsed
  return (
    <aside
      aria-label="Sidebar"
      className={`flex shrink-0 flex-col border-e bg-surface ${isRail ? 'w-14 px-2' : 'w-58 px-3'} z-20 pb-3`}
    >
      <div className={`flex h-14 items-center ${isRail ? 'justify-center' : 'px-3'}`}>
        <Brand isShort={isRail} />
      </div>
      <div className="mt-2 flex-1 overflow-y-auto overflow-x-clip">
        <MainNavigation isRail={isRail} />
      </div>
      <div className={`flex items-center gap-1 ${isRail ? 'flex-col' : 'justify-between'}`}>
        <ConnectionStatus isRail={isRail} />
        {isWide && (
          <IconButton
            label={isCollapsed ? 'Expand sidebar' : 'Collapse sidebar'}
            onPress={() => sidebar.set(isCollapsed ? 'wide' : 'rail')}
          >
            {isCollapsed ? (
              <PanelLeftOpen aria-hidden strokeWidth={1.75} />
            ) : (
              <PanelLeftClose aria-hidden strokeWidth={1.75} />
            )}
          </IconButton>
        )}
      </div>
    </aside>
  )
}
