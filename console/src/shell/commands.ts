import type { Session } from '@aichat/contracts/chat/sessions'
import type { Project } from '@aichat/contracts/company/projects'
import type { Action } from '../kit/actions.ts'
import type { Keys } from '../kit/browser/keys.ts'
import { chatsPath, projectDetailsPath } from '../paths.ts'
import { isLive } from '../projects/publication.ts'
import { visitorName } from '../sessions/format-session.ts'

/** One row of the command palette. */
type Command = { id: string; label: string; detail?: string; keys?: Keys; run: () => void }
export type CommandGroup = { name: string; commands: Command[] }

type Sources = {
  actions: readonly Action[]
  sessions: readonly Session[]
  projects: readonly Project[]
  open: (path: string) => void
}

const order = ['Go to', 'Conversations', 'Projects', 'Actions on this page', 'Preferences', 'Help'] as const
const maxRecords = 5

/** All commands, in the order of their groups. */
export function createCommandGroups({ actions, sessions, projects, open }: Sources): CommandGroup[] {
  const records: Record<string, Command[]> = {
    Conversations: sessions.map((session) => ({
      id: `session ${session.sessionId}`,
      label: visitorName(session),
      detail: session.projectId.name,
      run: () => open(chatsPath(session.sessionId, session.status)),
    })),
    Projects: projects.map((project) => ({
      id: `project ${project.id}`,
      label: project.name,
      detail: isLive(project) ? 'Live' : 'Draft',
      run: () => open(projectDetailsPath(project.id)),
    })),
  }
  return order.map((name) => ({
    name,
    commands:
      records[name] ??
      actions
        .filter((action) => action.group === name && !action.isShortcutOnly)
        .map(({ label, keys, run }) => ({ id: `action ${label}`, label, keys, run })),
  }))
}

/**
 * Filters the commands by the typed words. The server has already filtered the conversations. Without words, recent
 * commands come first.
 */
export function filterGroups(
  groups: CommandGroup[],
  typed: string,
  recent: readonly string[],
): CommandGroup[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean)
  const all = groups.flatMap(({ commands }) => commands)
  const recentlyUsed = recent.flatMap((id) => all.find((command) => command.id === id) ?? [])
  const first = words.length === 0 ? [{ name: 'Recent', commands: recentlyUsed }] : []
  const rest = groups.map(({ name, commands }) => ({
    name,
    commands: commands
      .filter((command) =>
        first.length > 0 ? !recentlyUsed.includes(command) : matches(name, command, words),
      )
      .slice(0, name === 'Conversations' || name === 'Projects' ? maxRecords : undefined),
  }))
  return [...first, ...rest].filter(({ commands }) => commands.length > 0)
}

function matches(group: string, { label, detail = '' }: Command, words: readonly string[]): boolean {
  if (group === 'Conversations') return true
  const text = `${group} ${label} ${detail}`.toLowerCase()
  return words.every((word) => text.includes(word))
}
