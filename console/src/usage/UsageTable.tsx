import type { Usage } from '@aichat/contracts/company/usage'
import { formatCost } from '../kit/format/format-cost.ts'
import { formatNumber } from '../kit/format/format-count.ts'

type Counts = Usage['other']
type Row = Counts & { key: string; name: string }

const columns: readonly { label: string; read: (row: Counts) => string }[] = [
  { label: 'Answers', read: ({ answers }) => formatNumber(answers) },
  { label: 'Suggestions', read: ({ suggestions }) => formatNumber(suggestions) },
  { label: 'Handed over', read: ({ handovers }) => formatNumber(handovers) },
  { label: 'Input tokens', read: ({ inputTokens }) => formatNumber(inputTokens) },
  { label: 'Output tokens', read: ({ outputTokens }) => formatNumber(outputTokens) },
  {
    label: 'Estimated cost',
    read: ({ estimatedCost }) => (estimatedCost === null ? '–' : formatCost(estimatedCost)),
  },
]

/** One row for each project. On phones a row is a list of its values. */
export function UsageTable({ usage }: { usage: Usage }) {
  const rows = listRows(usage)
  return (
    <div className="overflow-x-auto rounded-card border bg-surface">
      <table className="w-full text-body max-md:block">
        <thead className="border-b text-muted max-md:sr-only">
          <tr>
            <th scope="col" className="px-4 py-2.5 text-start font-strong">
              Project
            </th>
            {columns.map(({ label }) => (
              <th key={label} scope="col" className="px-4 py-2.5 text-end font-strong whitespace-nowrap">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line max-md:block">
          {rows.map((row) => (
            <tr key={row.key} className="max-md:block max-md:px-4 max-md:py-3">
              <th scope="row" className="text-start font-strong wrap-anywhere max-md:block md:px-4 md:py-2.5">
                {row.name}
              </th>
              {columns.map(({ label, read }) => (
                <td
                  key={label}
                  className="text-end tabular-nums max-md:flex max-md:justify-between max-md:py-0.5 md:px-4 md:py-2.5"
                >
                  <span aria-hidden className="text-muted md:hidden">
                    {label}
                  </span>
                  {read(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function listRows({ projects, other }: Usage): Row[] {
  const named = projects.map(
    (project): Row => ({
      ...project,
      key: project.projectId,
      name: project.name ?? 'Deleted project',
    }),
  )
  const rows = other.inputTokens > 0 ? [...named, { ...other, key: 'other', name: 'No project' }] : named
  return rows.length > 1 ? [...rows, { ...addUp(rows), key: 'total', name: 'Total' }] : rows
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
