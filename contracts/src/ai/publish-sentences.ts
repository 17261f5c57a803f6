/** Not in `releases.ts`, because the list of projects shows them and does not need the schemas of a widget. */
export const publishSentences = {
  notAllowed: 'Only Owners and Admins can publish.',
  noTemplate: 'Please select a template before publishing',
  noWidget: 'Please configure your widget before publishing',
  draft: 'Publish your widget to make it live',
  live: 'View or update your published widget',
  failed: 'Failed to publish project',
  loadReleasesFailed: 'Failed to load releases',
  restoreFailed: 'Failed to restore the release',
} as const
