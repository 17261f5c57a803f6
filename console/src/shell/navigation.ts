import {
  ChartColumn,
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

export type Destination = {
  to: string
  label: string
  /** Other words by which the command palette finds it. */
  keywords: string
  icon: LucideIcon
  keys?: Keys
}

export const destinations: Destination[] = [
  {
    to: paths.dashboard,
    label: 'Dashboard',
    keywords: 'home, overview, start',
    icon: LayoutDashboard,
    keys: shellKeys.dashboard,
  },
  {
    to: paths.projects,
    label: 'Projects',
    keywords: 'websites, widgets, bots, knowledge',
    icon: FolderKanban,
    keys: shellKeys.projects,
  },
  {
    to: paths.chats,
    label: 'Chats',
    keywords: 'inbox, conversations, messages',
    icon: MessagesSquare,
    keys: shellKeys.chats,
  },
  {
    to: paths.users,
    label: 'Users',
    keywords: 'team, people, members, agents, roles',
    icon: Users,
    keys: shellKeys.users,
  },
  { to: paths.prompts, label: 'Prompts', keywords: 'instructions, system prompt', icon: ScrollText },
]

/** Below a divider: the entries above are the main areas of the product, in a fixed order. */
export const moreDestinations: Destination[] = [
  {
    to: paths.reports,
    label: 'Reports',
    keywords: 'analytics, insights, statistics, metrics, charts, ratings, response time',
    icon: ChartColumn,
    keys: shellKeys.reports,
  },
  { to: paths.settings, label: 'Settings', keywords: 'preferences, configuration, options', icon: Settings },
]
