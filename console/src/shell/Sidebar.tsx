import { useMedia } from '../kit/use-media.ts'
import { Brand } from '../ui/Brand.tsx'
import { ConnectionDot } from './ConnectionDot.tsx'
import { MainNavigation } from './MainNavigation.tsx'

/** Beside the content: wide from 1024 px, a rail of icons below. */
export function Sidebar() {
  const isRail = !useMedia('(width >= 1024px)')
  return (
    <aside
      aria-label="Sidebar"
      className={`flex shrink-0 flex-col border-e bg-surface ${isRail ? 'w-14 px-2' : 'w-58 px-3'} z-20 pb-4`}
    >
      <div className={`flex h-14 items-center ${isRail ? 'justify-center' : 'px-3'}`}>
        <Brand isShort={isRail} />
      </div>
      <div className="mt-2 flex-1">
        <MainNavigation isRail={isRail} />
      </div>
      <ConnectionDot isRail={isRail} />
    </aside>
  )
}
