import { Pencil, Trash2 } from 'lucide-react'
import { phoneQuery, useMediaQuery } from '../kit/browser/use-media-query.ts'
import { IconButton } from '../ui/IconButton.tsx'
import { EditDeleteMenu } from '../ui/overlay/EditDeleteMenu.tsx'

type Props = { onEdit: () => void; onRemove: () => void }

/** Two buttons; on phones a menu. */
export function FaqActions({ onEdit, onRemove }: Props) {
  if (useMediaQuery(phoneQuery)) {
    return (
      <EditDeleteMenu
        onEdit={onEdit}
        onDelete={onRemove}
        editPermission="faq.edit"
        deletePermission="faq.delete"
      />
    )
  }
  return (
    <>
      <IconButton label="Edit FAQ" onPress={onEdit}>
        <Pencil aria-hidden strokeWidth={1.75} />
      </IconButton>
      <IconButton label="Delete FAQ" permission="faq.delete" tone="danger" onPress={onRemove}>
        <Trash2 aria-hidden strokeWidth={1.75} />
      </IconButton>
    </>
  )
}
