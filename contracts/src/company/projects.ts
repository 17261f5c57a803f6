import * as z from 'zod/mini'
import { id, isWebUrl, optionalText, requiredLine, time } from '../kit/common.ts'
import { routes } from '../kit/route.ts'

export const projectLimits = { name: 120, description: 200, websiteUrl: 500 } as const

export const projectSentences = {
  nameRequired: 'Project name is required',
  websiteUrl: 'Enter a full web address, like https://acme.com',
  websiteUrlForKey: 'An API key cannot change the website of a project. Change it in the console.',
  notAllowed: 'Only Owners and Admins can create projects',
  none: 'No projects yet',
  noDescription: 'No description',
  noTemplate: 'No template',
  loadListFailed: 'Failed to load projects',
  loadFailed: 'Failed to load project',
  saveFailed: 'Failed to save project',
  createFailed: 'Failed to create project',
  deleteFailed: 'Failed to delete project',
} as const

export const projectForm = z.object({
  name: requiredLine(projectLimits.name, projectSentences.nameRequired),
  description: z.optional(z.nullable(optionalText(projectLimits.description))),
  websiteUrl: z.optional(
    z.nullable(
      optionalText(projectLimits.websiteUrl).check(
        z.refine((text) => text === '' || isWebUrl(text), projectSentences.websiteUrl),
      ),
    ),
  ),
})
export type ProjectForm = z.input<typeof projectForm>

export const project = z.object({
  _id: id,
  id,
  name: z.string(),
  description: z.nullable(z.string()),
  websiteUrl: z.nullable(z.string()),
  isPublished: z.boolean(),
  publishedAt: z.nullable(time),
  templateKey: z.nullable(z.string()),
  templateVersion: z.nullable(z.string()),
  publicKey: z.string(),
  widgetConfigId: z.nullable(id),
  faqEnabled: z.boolean(),
  hasUnpublishedChanges: z.boolean(),
  createdAt: time,
  updatedAt: time,
})
export type Project = z.output<typeof project>

export const projectRoutes = routes({
  list: {
    method: 'GET',
    path: '/api/projects',
    summary: 'List projects, newest first',
    access: { permission: 'projects.read', rateLimit: 'none', audit: 'none' },
    scope: 'projects:read',
    response: z.array(project),
  },
  create: {
    method: 'POST',
    path: '/api/projects',
    summary: 'Create a project with a widget config and an agent profile',
    access: { permission: 'projects.manage', rateLimit: 'none', audit: ['project_created'] },
    scope: 'projects:write',
    body: projectForm,
    response: project,
    status: 201,
  },
  get: {
    method: 'GET',
    path: '/api/projects/:projectId',
    summary: 'Retrieve a project',
    access: { permission: 'projects.read', rateLimit: 'none', audit: 'none' },
    scope: 'projects:read',
    response: project,
  },
  update: {
    method: 'PUT',
    path: '/api/projects/:projectId',
    summary: 'Update the name, description and website of a project',
    access: { permission: 'projects.manage', rateLimit: 'none', audit: ['project_changed'] },
    scope: 'projects:write',
    body: projectForm,
    response: project,
  },
  remove: {
    method: 'DELETE',
    path: '/api/projects/:projectId',
    summary: 'Delete a project and all its data',
    access: { permission: 'projects.delete', rateLimit: 'none', audit: ['project_deleted'] },
  },
})
