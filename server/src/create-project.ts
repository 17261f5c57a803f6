import { defaultWidget } from '@aichat/contracts/widget/widget-defaults'
import { addProfile } from './agent-profile/store.ts'
import { getCompany } from './companies/store.ts'
import { newId, newPublicKey } from './kit/db/ids.ts'
import type { CreateProject } from './projects/routes.ts'
import { addProject } from './projects/store.ts'
import { addWidget } from './widget/store.ts'

/** Creates a project with its widget config and agent profile. */
export const createProject: CreateProject = async (sql, companyId, text) => {
  const projectId = newId()
  const company = await getCompany(sql)
  await addProject(sql, { id: projectId, companyId, publicKey: newPublicKey('pk'), ...text })
  await addWidget(sql, { id: newId(), companyId, projectId, content: defaultWidget(text.name) })
  await addProfile(sql, { companyId, projectId, companyName: company.name })
  return projectId
}
