import type { KnowledgeItem } from '@aichat/contracts/ai/knowledge'
import { useState } from 'react'
import { errorMessage } from '../kit/http/api-error.ts'
import { useUser } from '../kit/http/auth-storage.ts'
import { userCan } from '../kit/user-can.ts'
import { Button } from '../ui/Button.tsx'
import { Notice } from '../ui/feedback/Notice.tsx'
import { AlertDialog } from '../ui/overlay/AlertDialog.tsx'
import { type BulkAction, useBulkAction } from './queries.ts'

type Props = {
  projectId: string
  /** The items that the filters show. */
  shown: KnowledgeItem[]
  selected: ReadonlySet<string>
  onSelect: (ids: ReadonlySet<string>) => void
  onDone: () => void
}

/** Acts on the selected items. Those that the filters hide are not touched. */
export function BulkBar({ projectId, shown, selected, onSelect, onDone }: Props) {
  const act = useBulkAction(projectId)
  const user = useUser()
  const [isRemoving, setRemoving] = useState(false)
  const itemIds = shown.filter(({ id }) => selected.has(id)).map(({ id }) => id)
  const isAll = itemIds.length === shown.length && shown.length > 0

  function run(action: BulkAction) {
    act.mutate({ action, itemIds }, { onSuccess: () => onSelect(new Set()) })
  }

  const button = (label: string, action: BulkAction) => (
    <Button
      size="compact"
      isDisabled={itemIds.length === 0 || act.isPending}
      isBusy={act.isPending && act.variables.action === action}
      onPress={() => (action === 'delete' ? setRemoving(true) : run(action))}
    >
      {label}
    </Button>
  )
  return (
    <div className="mt-3 flex flex-wrap items-center gap-2 rounded-control bg-sunken px-3 py-1.5">
      <label className="me-auto flex min-h-8 cursor-pointer items-center gap-2 touch:min-h-11">
        <input
          type="checkbox"
          checked={isAll}
          onChange={() => onSelect(new Set(isAll ? [] : shown.map(({ id }) => id)))}
          className="size-4 accent-accent"
        />
        <span role="status">
          {itemIds.length === 0 ? `Select all ${shown.length}` : `${itemIds.length} selected`}
        </span>
      </label>
      {button('Embed', 'embed')}
      {button('Enable', 'enable')}
      {button('Disable', 'disable')}
      {userCan(user, 'knowledge.delete') && button('Remove', 'delete')}
      <Button size="compact" onPress={onDone}>
        Done
      </Button>
      {act.error && (
        <Notice>{errorMessage(act.error, 'The items could not be changed. Please try again.')}</Notice>
      )}
      <AlertDialog
        title="Remove knowledge items"
        question={`Remove ${itemIds.length} knowledge base ${itemIds.length === 1 ? 'item' : 'items'}?`}
        confirmLabel="Remove"
        isOpen={isRemoving}
        onCancel={() => setRemoving(false)}
        onConfirm={() => {
          setRemoving(false)
          run('delete')
        }}
      />
    </div>
  )
}
