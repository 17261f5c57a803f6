import type { ReportSources, SourceMeasure } from '@aichat/contracts/company/reports'
import { Link } from 'react-router'
import { formatNumber } from '../kit/format/format-count.ts'
import { knowledgeItemPath, projectPath } from '../paths.ts'
import { type DataColumn, DataTable, tableLink } from '../ui/DataTable.tsx'
import { PeriodChange } from './Change.tsx'
import { conversationsPath, type ReportFilter } from './filter/report-filter.ts'
import { deletedSource, formatShare } from './format-report.ts'

type Source = ReportSources['sources'][number]

/** How often the AI used each knowledge item and FAQ, and how often that did not help. */
export function SourceTable({ report, filter }: { report: ReportSources; filter: ReportFilter }) {
  const projects = new Set(report.sources.map(({ project }) => project.id))
  return (
    <DataTable
      label="Sources"
      rowLabel="Source"
      rows={report.sources}
      readName={(source) => <SourceName source={source} hasProject={projects.size > 1} />}
      columns={createColumns(filter)}
    />
  )
}

function SourceName({ source, hasProject }: { source: Source; hasProject: boolean }) {
  const { id, title, isFaq, project } = source
  const details = [isFaq && 'FAQ', hasProject && project.name].filter(Boolean).join(' · ')
  return (
    <>
      {title === null ? (
        <span className="text-ink-2">{deletedSource}</span>
      ) : (
        <Link
          to={isFaq ? projectPath(project.id, 'faq') : knowledgeItemPath(project.id, id)}
          dir="auto"
          className={tableLink}
        >
          {title}
        </Link>
      )}
      {details && <span className="block text-caption text-muted">{details}</span>}
    </>
  )
}

function createColumns(filter: ReportFilter): DataColumn<Source>[] {
  const linkTo = (sourceMeasure: SourceMeasure) => (source: Source) =>
    source[sourceMeasure] > 0 ? conversationsPath(filter, { sourceId: source.id, sourceMeasure }) : null
  return [
    {
      id: 'cited',
      label: 'Cited',
      note: 'in answers',
      read: ({ cited }) => formatNumber(cited),
      to: linkTo('cited'),
    },
    {
      id: 'change',
      label: 'Change',
      note: 'of cited',
      read: ({ cited, previous }) => <PeriodChange period={filter} count={cited} before={previous.cited} />,
    },
    {
      id: 'suggested',
      label: 'Suggested',
      read: ({ suggested }) => formatNumber(suggested),
      to: linkTo('suggested'),
    },
    {
      id: 'unhelpful',
      label: "Didn't help",
      read: ({ unhelpful }) => formatNumber(unhelpful),
      to: linkTo('unhelpful'),
    },
    {
      id: 'share',
      label: "Didn't help",
      note: 'share of cited',
      read: ({ unhelpful, cited }) => (
        <span className="whitespace-nowrap">{formatShare(unhelpful, cited)}</span>
      ),
    },
  ]
}
