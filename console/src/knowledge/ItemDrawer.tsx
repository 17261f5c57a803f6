import type { KnowledgeItem } from '@aichat/contracts/ai/knowledge'
import clsx from 'clsx'
import { useState } from 'react'
import { formatCount } from '../kit/format/format-count.ts'
import { errorMessage } from '../kit/http/api-error.ts'
import { Button } from '../ui/Button.tsx'
import { Notice } from '../ui/feedback/Notice.tsx'
import { DialogBox } from '../ui/overlay/DialogBox.tsx'
import { Tabs } from '../ui/Tabs.tsx'
import { EraseItem } from './EraseItem.tsx'
import { ItemContent } from './ItemContent.tsx'
import { hasTextOriginal, ItemOriginal } from './ItemOriginal.tsx'
import { ItemSettings } from './ItemSettings.tsx'
import { ItemUses } from './ItemUses.tsx'
import { type ItemDraft, toChanges, toDraft } from './item-draft.ts'
import { useChangeItem } from './review-queries.ts'

type Tab = 'read' | 'settings' | 'uses'
type Props = {
  projectId: string
  item: KnowledgeItem
  liveNote: string | undefined
  startTab?: Tab
  onClose: () => void
}

/** What was read from an item, where it was used, and how to correct it. */
export function ItemDrawer({ projectId, item, liveNote, startTab = 'read', onClose }: Props) {
  const [tab, setTab] = useState<Tab>(startTab)
  const [start, setStart] = useState(item)
  const [draft, setDraft] = useState<ItemDraft>(() => toDraft(item))
  const change = useChangeItem(projectId, item.id)
  const changes = toChanges(start, draft)
  const isWide = hasTextOriginal(item)

  function reset(to: KnowledgeItem) {
    setStart(to)
    setDraft(toDraft(to))
    change.reset()
  }

  async function save() {
    if (changes) reset(await change.mutateAsync({ ...changes, revision: start.revision }))
  }

  return (
    <DialogBox
      title={item.title}
      isOpen
      shape={isWide ? 'wide' : 'drawer'}
      isDirty={changes !== null}
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>Close</Button>
          {tab === 'settings' && (
            <Button
              variant="primary"
              isDisabled={!changes}
              isBusy={change.isPending}
              onPress={() => void save().catch(() => null)}
            >
              Save
            </Button>
          )}
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <div>
          <Origin item={item} />
          {liveNote && <p className="mt-0.5 text-warn">{liveNote}</p>}
        </div>
        {change.error && (
          <Notice>
            <p>{errorMessage(change.error, 'Failed to save. Please try again.')}</p>
            {item.revision !== start.revision && (
              <Button size="compact" onPress={() => reset(item)}>
                Discard my changes and reload
              </Button>
            )}
          </Notice>
        )}
        <Tabs
          label="Item"
          selected={tab}
          onSelect={setTab}
          panelClassName="pt-4 outline-none"
          tabs={[
            {
              key: 'read',
              label: 'What was read',
              panel: (
                <div className={clsx('grid gap-4', isWide && 'lg:grid-cols-2')}>
                  <ItemOriginal projectId={projectId} item={item} />
                  <ItemContent projectId={projectId} item={item} />
                </div>
              ),
            },
            {
              key: 'settings',
              label: 'Edit',
              panel: (
                <div className="flex flex-col gap-6">
                  <ItemSettings item={start} draft={draft} onChange={setDraft} />
                  <EraseItem projectId={projectId} item={item} onErased={onClose} />
                </div>
              ),
            },
            {
              key: 'uses',
              label: 'Used in answers',
              panel: <ItemUses projectId={projectId} itemId={item.id} />,
            },
          ]}
        />
      </div>
    </DialogBox>
  )
}

function Origin({ item }: { item: KnowledgeItem }) {
  return (
    <p className="wrap-anywhere text-ink-2">
      {item.fileName && `${item.fileName} · `}
      {formatCount(item.characters, 'character')}, {formatCount(item.chunks, 'section')}
      {!item.isEnabled && ' · Disabled'}
    </p>
  )
}
