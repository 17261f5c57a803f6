import { ItemDrawer } from './ItemDrawer.tsx'
import { useKnowledge } from './queries.ts'

type Props = { projectId: string; itemId: string; liveNote: string | undefined; onClose: () => void }

/** An item that is opened from elsewhere, ready to be edited. */
export function OpenItem({ projectId, itemId, liveNote, onClose }: Props) {
  const { data: items } = useKnowledge(projectId)
  const item = items?.find(({ id }) => id === itemId)
  return (
    item && (
      <ItemDrawer
        projectId={projectId}
        item={item}
        liveNote={liveNote}
        startTab="settings"
        onClose={onClose}
      />
    )
  )
}
