import { Ellipsis, Pencil, Trash2 } from 'lucide-react'
import { Menu } from './Menu.tsx'

/** A menu with Edit and Delete, where there is no room for two buttons. */
export function EditDeleteMenu({ onEdit, onDelete }: { onEdit: () => void; onDelete: () => void }) {
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
          onChoose: onDelete,
          isDanger: true,
        },
      ]}
    />
  )
}
