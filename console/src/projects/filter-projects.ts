import type { Project } from '@aichat/contracts/company/projects'
import { isLive } from './publication.ts'

export const statusFilters = ['all', 'live', 'draft'] as const
export const sortOrders = ['newest', 'name'] as const
export type ProjectFilter = {
  text: string
  show: (typeof statusFilters)[number]
  sort: (typeof sortOrders)[number]
}

/** Filters and sorts projects. The server sends them newest first. */
export function filterProjects(projects: readonly Project[], { text, show, sort }: ProjectFilter): Project[] {
  const query = text.trim().toLowerCase()
  const found = projects.filter(
    (project) =>
      (show === 'all' || isLive(project) === (show === 'live')) &&
      `${project.name} ${project.description ?? ''} ${project.websiteUrl ?? ''}`
        .toLowerCase()
        .includes(query),
  )
  if (sort === 'newest') return found
  return found.sort((one, other) =>
    one.name.localeCompare(other.name, undefined, { numeric: true, sensitivity: 'base' }),
  )
}
