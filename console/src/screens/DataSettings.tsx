import { EraseCard } from '../erasure/EraseCard.tsx'
import { RetentionList } from '../erasure/RetentionList.tsx'

export function DataSettings() {
  return (
    <div className="flex flex-col gap-4">
      <RetentionList />
      <EraseCard />
    </div>
  )
}
