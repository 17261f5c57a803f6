import { type Project, projectSentences } from '@aichat/contracts/company/projects'
import type { ReactNode } from 'react'
import { formatDateTime } from '../../kit/format/format.ts'
import { StatusBadge } from '../../projects/StatusBadge.tsx'
import { UnpublishedBadge } from '../../projects/UnpublishedBadge.tsx'
import { Card } from '../../ui/Card.tsx'
import { CopyIcon } from '../../ui/CopyIcon.tsx'

export function PublishDetails({ project }: { project: Project }) {
  return (
    <Card>
      <h2 className="mb-2 text-title">Details</h2>
      <dl className="grid gap-x-8 gap-y-1 sm:grid-cols-[auto_minmax(0,1fr)]">
        <Row label="Name">{project.name}</Row>
        <Row label="Description">{project.description || projectSentences.noDescription}</Row>
        <Row label="Status">
          <StatusBadge project={project} liveLabel="Published" />
          <UnpublishedBadge project={project} />
        </Row>
        <Row label="Template">{project.templateKey ?? projectSentences.noTemplate}</Row>
        <Row label="Public key">
          <code className="truncate">{project.publicKey}</code>
          <CopyIcon text={project.publicKey} label="Copy public key" />
        </Row>
        <Row label="Published">{project.publishedAt ? formatDateTime(project.publishedAt) : '–'}</Row>
      </dl>
    </Card>
  )
}

function Row({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-ink-2 sm:flex sm:min-h-8 sm:items-center">{label}</dt>
      <dd className="flex min-h-8 min-w-0 items-center gap-1 wrap-anywhere max-sm:mb-2">{children}</dd>
    </>
  )
}
