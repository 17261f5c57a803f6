import type { Permission } from '@aichat/contracts/company/permissions'
import { Ellipsis, Pencil, Trash2 } from 'lucide-react'
import { Menu } from './Menu.tsx'

type Props = {
  onEdit: () => void
  onDelete: () => void
  editPermission: Permission
  deletePermission: Permission
}

/** A menu with Edit and Delete, where there is no room for two buttons. */
export function EditDeleteMenu({ onEdit, onDelete, editPermission, deletePermission }: Props) {
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
          permission: editPermission,
        },
        {
          key: 'delete',
          label: 'Delete',
          icon: <Trash2 aria-hidden size={16} strokeWidth={1.75} />,
          onChoose: onDelete,
          permission: deletePermission,
          isDanger: true,
        },
      ]}
    />
  )
}
