import * as z from 'zod/mini'
import { project } from './projects.ts'
import { routes } from './route.ts'

export const publishSentences = {
  noTemplate: 'Please select a template before publishing',
  noWidget: 'Please configure your widget before publishing',
  draft: 'Publish your widget to make it live',
  live: 'View or update your published widget',
  failed: 'Failed to publish project',
} as const

export const releaseRoutes = routes({
  publish: {
    method: 'POST',
    path: '/api/projects/:projectId/publish',
    summary: 'Freeze the draft as the next release, which visitors see',
    answer: z.object({ project, embedCode: z.string() }),
  },
  embedCode: {
    method: 'GET',
    path: '/api/projects/:projectId/embed-code',
    summary: 'The script element to paste into a website',
    answer: z.object({ embedCode: z.string() }),
  },
})
