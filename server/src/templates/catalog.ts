import type { Template } from '@aichat/contracts/widget/templates'

/** The built-in widget templates. Only published ones are offered. */
const templates: Template[] = [
  {
    key: 'minimal',
    name: 'Minimal',
    status: 'published',
    versions: [
      {
        version: '1.0.0',
        bundleUrl: '/widgets/minimal-bundle.js',
        cssUrl: '/widgets/minimal-bundle.css',
      },
    ],
  },
  draft('modern', 'Modern'),
  draft('card', 'Card'),
  draft('bubble', 'Bubble'),
  draft('compact', 'Compact'),
  draft('neo', 'Neo'),
  draft('assistant', 'Assistant'),
  draft('minimalplus', 'Minimal Plus'),
]

export function publishedTemplates(): Template[] {
  return templates.filter((template) => template.status === 'published')
}

/** The newest version of a published template, or null. */
export function latestVersion(key: string) {
  const template = publishedTemplates().find((candidate) => candidate.key === key)
  const version = template?.versions.at(-1)
  return template && version ? { key: template.key, ...version } : null
}

export function hasVersion(key: string, version: string): boolean {
  const template = publishedTemplates().find((candidate) => candidate.key === key)
  return template?.versions.some((candidate) => candidate.version === version) ?? false
}

function draft(key: Template['key'], name: string): Template {
  return { key, name, status: 'draft', versions: [] }
}
