import { publishSentences } from '@aichat/contracts/ai/publish-sentences'
import type { Project } from '@aichat/contracts/company/projects'
import { isLive } from './publication.ts'

/** The reason why a project cannot be published, or null. */
export function publishBlocker(project: Project): string | null {
  if (!project.templateKey) return publishSentences.noTemplate
  if (!project.widgetConfigId) return publishSentences.noWidget
  return null
}

export function publishTooltip(project: Project): string {
  return publishBlocker(project) ?? (isLive(project) ? publishSentences.live : publishSentences.draft)
}
