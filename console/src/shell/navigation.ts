import {
  FolderKanban,
  LayoutDashboard,
  type LucideIcon,
  MessagesSquare,
  ScrollText,
  Settings,
  Users,
} from 'lucide-react'
import type { Keys } from '../kit/browser/keys.ts'
import { paths } from '../paths.ts'
import { shellKeys } from './shortcuts.ts'

export type Destination = { to: string; label: string; icon: LucideIcon; keys?: Keys }

export const destinations: Destination[] = [
  { to: paths.dashboard, label: 'Dashboard', icon: LayoutDashboard, keys: shellKeys.dashboard },
  { to: paths.projects, label: 'Projects', icon: FolderKanban, keys: shellKeys.projects },
  { to: paths.chats, label: 'Chats', icon: MessagesSquare, keys: shellKeys.chats },
  { to: paths.users, label: 'Users', icon: Users, keys: shellKeys.users },
  { to: paths.prompts, label: 'Prompts', icon: ScrollText },
]

/** Below a divider: the entries above are the main areas of the product, in a fixed order. */
export const moreDestinations: Destination[] = [{ to: paths.settings, label: 'Settings', icon: Settings }]
