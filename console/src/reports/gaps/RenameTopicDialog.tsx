import { type Topic, topicLimits } from '@aichat/contracts/company/topics'
import { useState } from 'react'
import { TextInput } from '../../ui/forms/TextInput.tsx'
import { FormDialog } from '../../ui/overlay/FormDialog.tsx'
import { useRenameTopic } from './queries.ts'

/** An empty name brings back the one from the words of the questions. */
export function RenameTopicDialog({ topic, onClose }: { topic: Topic; onClose: () => void }) {
  const [name, setName] = useState(topic.name)
  const rename = useRenameTopic()
  return (
    <FormDialog
      title="Rename topic"
      submit="Save"
      isBusy={rename.isPending}
      isDirty={name !== topic.name && !rename.isPending}
      onClose={onClose}
      onSubmit={() =>
        name.trim() === topic.name
          ? onClose()
          : rename.mutateAsync({ id: topic.id, name: name.trim() || null }, { onSuccess: onClose })
      }
    >
      <TextInput
        label="Name"
        hint="Leave empty to name the topic by the words of its questions."
        autoComplete="off"
        maxLength={topicLimits.name}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
    </FormDialog>
  )
}
