import { Ellipsis, Pencil, Trash2 } from 'lucide-react'
import { phone, useMedia } from '../kit/use-media.ts'
import { IconButton } from '../ui/IconButton.tsx'
import { Menu } from '../ui/Menu.tsx'

type Props = { onEdit: () => void; onRemove: () => void }

/** Two buttons; on a phone they share a menu. */
export function FaqActions({ onEdit, onRemove }: Props) {
  if (useMedia(phone)) {
    return (
      <Menu
        label="More options"
        icon={<Ellipsis aria-hidden strokeWidth={1.75} />}
        choices={[
          {
            key: 'edit',
            label: 'Edit',
            icon: <Pencil aria-hidden size={16} strokeWidth={1.75} />,
            onChoose: onEdit,
          },
          {
            key: 'delete',
            label: 'Delete',
            icon: <Trash2 aria-hidden size={16} strokeWidth={1.75} />,
            onChoose: onRemove,
            isDanger: true,
          },
        ]}
      />
    )
  }
  return (
    <>
      <IconButton label="Edit FAQ" onPress={onEdit}>
        <Pencil aria-hidden strokeWidth={1.75} />
      </IconButton>
      <IconButton label="Delete FAQ" tone="danger" onPress={onRemove}>
        <Trash2 aria-hidden strokeWidth={1.75} />
      </IconButton>
    </>
  )
}
