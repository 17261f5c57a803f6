import type { Session } from '@aichat/contracts/chat/sessions'
import type { Project } from '@aichat/contracts/company/projects'
import { getSearchPreview } from '../inbox/get-preview.ts'
import type { Action } from '../kit/actions.ts'
import type { Keys } from '../kit/browser/keys.ts'
import { chatsPath, projectDetailsPath } from '../paths.ts'
import { isLive } from '../projects/publication.ts'
import { visitorName } from '../sessions/format-session.ts'

/** One row of the command palette. */
export type Command = {
  id: string
  label: string
  /** A second line. */
  snippet?: string
  detail?: string
  /** Other words by which it is found. */
  keywords?: string
  keys?: Keys
  isSearchOnly?: boolean
  run: () => void
}
export type CommandGroup = { name: string; commands: Command[] }

type Sources = {
  actions: readonly Action[]
  sessions: readonly Session[]
  /** The term that the server has found the sessions by. */
  search: string
  projects: readonly Project[]
  open: (path: string) => void
}

const order = [
  'This conversation',
  'Conversations',
  'Projects',
  'Go to',
  'Actions on this page',
  'Preferences',
  'Help',
] as const
const maxRecords = 5

/** All commands, in the order of their groups. */
export function createCommandGroups({ actions, sessions, search, projects, open }: Sources): CommandGroup[] {
  const records: Record<string, Command[]> = {
    Conversations: sessions.map((session) => ({
      id: `session ${session.sessionId}`,
      label: visitorName(session),
      snippet: getSearchPreview(session, search),
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
        .map(({ label, keywords, keys, isSearchOnly, run }) => ({
          id: `action ${label}`,
          label,
          keywords,
          keys,
          isSearchOnly,
          run,
        })),
  }))
}

/**
 * Filters the commands by the typed words, labels that start with them first. The server has already filtered the
 * conversations. Without words, recent commands come first, after those of the open conversation.
 */
export function filterGroups(
  groups: CommandGroup[],
  typed: string,
  recent: readonly string[],
): CommandGroup[] {
  const words = splitWords(typed)
  const found = words.length === 0 ? listWithRecent(groups, recent) : findMatches(groups, words)
  return found
    .map(({ name, commands }) => ({
      name,
      commands: commands.slice(0, name === 'Conversations' || name === 'Projects' ? maxRecords : undefined),
    }))
    .filter(({ commands }) => commands.length > 0)
}

function listWithRecent(groups: CommandGroup[], recent: readonly string[]): CommandGroup[] {
  const [conversation, ...others] = groups.map(({ name, commands }) => ({
    name,
    commands: commands.filter(({ isSearchOnly }) => !isSearchOnly),
  }))
  const all = others.flatMap(({ commands }) => commands)
  const recentlyUsed = recent.flatMap((id) => all.find((command) => command.id === id) ?? [])
  return [
    ...(conversation ? [conversation] : []),
    { name: 'Recent', commands: recentlyUsed },
    ...others.map(({ name, commands }) => ({
      name,
      commands: commands.filter((command) => !recentlyUsed.includes(command)),
    })),
  ]
}

function findMatches(groups: CommandGroup[], words: readonly string[]): CommandGroup[] {
  return groups.map(({ name, commands }) => {
    if (name === 'Conversations') return { name, commands }
    const matches = commands.filter((command) => isMatch(name, command, words))
    const isStart = ({ label }: Command) => splitWords(label).join(' ').startsWith(words.join(' '))
    return {
      name,
      commands: [...matches.filter(isStart), ...matches.filter((command) => !isStart(command))],
    }
  })
}

/** A word is found at the start of a word: "tent" does not find "Data retention". In the name of a project it may be inside. */
function isMatch(group: string, command: Command, words: readonly string[]): boolean {
  const { label, detail = '', keywords = '' } = command
  const found = splitWords(`${group} ${label} ${detail} ${keywords}`)
  const isInName = (word: string) => group === 'Projects' && label.toLowerCase().includes(word)
  return words.every((word) => found.some((one) => one.startsWith(word)) || isInName(word))
}

function splitWords(text: string): string[] {
  return text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
}
