import type { Usage } from '@aichat/contracts/company/usage'
import { formatCost } from '../kit/format/format-cost.ts'
import { formatNumber } from '../kit/format/format-count.ts'
import { type DataColumn, DataTable } from '../ui/DataTable.tsx'

type Counts = Usage['other']
type Row = Counts & { id: string; name: string }

const columns: readonly DataColumn<Counts>[] = [
  { id: 'answers', label: 'Answers', read: ({ answers }) => formatNumber(answers) },
  { id: 'suggestions', label: 'Suggestions', read: ({ suggestions }) => formatNumber(suggestions) },
  { id: 'handovers', label: 'Handed over', read: ({ handovers }) => formatNumber(handovers) },
  { id: 'inputTokens', label: 'Input tokens', read: ({ inputTokens }) => formatNumber(inputTokens) },
  { id: 'outputTokens', label: 'Output tokens', read: ({ outputTokens }) => formatNumber(outputTokens) },
  {
    id: 'estimatedCost',
    label: 'Estimated cost',
    read: ({ estimatedCost }) => (estimatedCost === null ? '–' : formatCost(estimatedCost)),
  },
]

/** One row for each project. */
export function UsageTable({ usage }: { usage: Usage }) {
  return (
    <DataTable
      label="Usage"
      rowLabel="Project"
      rows={listRows(usage)}
      readName={({ name }) => <span className="font-strong">{name}</span>}
      columns={columns}
    />
  )
}

function listRows({ projects, other }: Usage): Row[] {
  const named = projects.map(
    (project): Row => ({
      ...project,
      id: project.projectId,
      name: project.name ?? 'Deleted project',
    }),
  )
  const rows = other.inputTokens > 0 ? [...named, { ...other, id: 'other', name: 'No project' }] : named
  return rows.length > 1 ? [...rows, { ...addUp(rows), id: 'total', name: 'Total' }] : rows
}

/** The sum of several rows. Its cost is null where none of them has one. */
export function addUp(rows: readonly Counts[]): Counts {
  const sum = (read: (row: Counts) => number) => rows.reduce((total, row) => total + read(row), 0)
  const hasCost = rows.some(({ estimatedCost }) => estimatedCost !== null)
  return {
    answers: sum((row) => row.answers),
    suggestions: sum((row) => row.suggestions),
    handovers: sum((row) => row.handovers),
    inputTokens: sum((row) => row.inputTokens),
    outputTokens: sum((row) => row.outputTokens),
    estimatedCost: hasCost ? sum((row) => row.estimatedCost ?? 0) : null,
  }
}
