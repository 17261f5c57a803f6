import type { Topic } from '@aichat/contracts/company/topics'
import { useState } from 'react'
import { Select } from '../../ui/forms/Select.tsx'
import { FormDialog } from '../../ui/overlay/FormDialog.tsx'
import { mergeTopics } from './queries.ts'

type Props = { topic: Topic; targets: readonly Topic[]; onClose: () => void }

export function MergeTopicDialog({ topic, targets, onClose }: Props) {
  const [targetId, setTargetId] = useState('')
  const [isBusy, setBusy] = useState(false)
  const target = targets.find(({ id }) => id === targetId)

  async function merge() {
    if (!target) return
    setBusy(true)
    await mergeTopics(topic, target)
    onClose()
  }

  return (
    <FormDialog
      title="Merge topic"
      submit="Merge"
      isBusy={isBusy}
      isBlocked={!target}
      onClose={onClose}
      onSubmit={merge}
    >
      <p className="text-ink-2 wrap-anywhere">
        The questions of “{topic.name}” will count for the other topic, also those that are asked later. You
        can separate them again.
      </p>
      <Select
        label="Merge into"
        value={targetId}
        options={[
          { value: '', label: 'Choose a topic' },
          ...targets.map(({ id, name, questions }) => ({ value: id, label: `${name} (${questions})` })),
        ]}
        onChange={setTargetId}
      />
    </FormDialog>
  )
}
