import {
  FolderKanban,
  LayoutDashboard,
  type LucideIcon,
  MessagesSquare,
  ScrollText,
  Users,
} from 'lucide-react'
import { paths } from '../paths.ts'

export type Destination = { to: string; label: string; icon: LucideIcon }

export const destinations: Destination[] = [
  { to: paths.dashboard, label: 'Dashboard', icon: LayoutDashboard },
  { to: paths.projects, label: 'Projects', icon: FolderKanban },
  { to: paths.chats, label: 'Chats', icon: MessagesSquare },
  { to: paths.users, label: 'Users', icon: Users },
  { to: paths.prompts, label: 'Prompts', icon: ScrollText },
]
