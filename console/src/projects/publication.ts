import type { Project } from '@aichat/contracts/company/projects'

/**
 * What visitors of a project see: nothing (`draft`), the draft (`live`), or an earlier release (`changed`). Every screen that
 * says whether a project is live asks here.
 */
export type Publication = 'draft' | 'live' | 'changed'

export function getPublication({
  isPublished,
  hasUnpublishedChanges,
}: Pick<Project, 'isPublished' | 'hasUnpublishedChanges'>): Publication {
  if (!isPublished) return 'draft'
  return hasUnpublishedChanges ? 'changed' : 'live'
}

export function isLive(project: Pick<Project, 'isPublished' | 'hasUnpublishedChanges'>): boolean {
  return getPublication(project) !== 'draft'
}
