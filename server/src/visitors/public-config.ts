import type { PublicConfig } from '@aichat/contracts/chat/visitors'
import { commonSentences } from '@aichat/contracts/kit/common'
import { getVisibleColor } from '@aichat/contracts/kit/visible-color'
import type { PublicWidgetContent, WidgetContent } from '@aichat/contracts/widget/widget'
import type { App } from '../app.ts'
import { isPublicKey } from '../kit/db/ids.ts'
import { refuse } from '../kit/http/refusal.ts'
import { findProject, findProjectByPublicKey, type PublicProject } from '../projects/store.ts'
import { listAnswerFaqs } from '../releases/answer-set-store.ts'
import { findLatestRelease, type Release } from '../releases/store.ts'

/** The published project of a public key. Drafts, deleted projects and unknown keys all answer the same 404. */
export async function requirePublishedProject(
  { db }: Pick<App, 'db'>,
  publicKey: unknown,
): Promise<PublicProject> {
  const project = isPublicKey(publicKey)
    ? await db.lookup((sql) => findProjectByPublicKey(sql, publicKey))
    : null
  if (!project?.isPublished) refuse(404, commonSentences.notFound)
  return project
}

/** The newest release and its FAQs, never the draft. */
export async function loadPublicConfig(
  { db }: Pick<App, 'db'>,
  project: PublicProject,
): Promise<Omit<PublicConfig, 'humansOnline' | 'hours'>> {
  const found = await db.company(project.companyId, async (sql) => ({
    release: await findLatestRelease(sql, project.id),
    project: await findProject(sql, project.id),
    faqs: await listAnswerFaqs(sql, { projectId: project.id, isDraft: false }),
  }))
  if (!found.release || !found.project) refuse(404, commonSentences.notFound)
  return {
    config: toPublicContent(found.release.config),
    faqs: found.project.faqEnabled ? found.faqs : [],
    faqEnabled: found.project.faqEnabled,
    project: { name: found.project.name },
    release: found.release.number,
  }
}

/** Without the settings that only the server follows. */
function toPublicContent({ behavior, brand, icon, ...sections }: WidgetContent): PublicWidgetContent {
  const { openOnLoad, showTooltip, showMessagePreview, autoOpenDelay } = behavior
  const headerTextColor = getVisibleColor(brand.fontColor, brand.primaryColor)
  const symbolColor = getVisibleColor(brand.fontColor, icon.color)
  return {
    ...sections,
    brand: headerTextColor === brand.fontColor ? brand : { ...brand, headerTextColor },
    icon: symbolColor === brand.fontColor ? icon : { ...icon, symbolColor },
    behavior: { openOnLoad, showTooltip, showMessagePreview, autoOpenDelay },
  }
}

/** Whether the visitor must submit the pre-chat form before the first message. */
export function requiresPreChatForm({ config }: Release): boolean {
  const { enabled, mode, fields } = config.realtime.preChat
  return enabled && mode !== 'on_demand' && fields.length > 0
}
