import type { Project } from '@aichat/contracts/projects'
import { Circle, CircleCheck } from 'lucide-react'
import { Link } from 'react-router'
import { useFaqs } from '../faq/queries.ts'
import { useKnowledge } from '../knowledge/queries.ts'
import { customizePath, projectPath } from '../paths.ts'
import { Card } from '../ui/Card.tsx'
import { textLink } from '../ui/text-link.ts'

/** The requirements for publishing and recommended content, each linked to its screen. */
export function PublishChecklist({ project }: { project: Project }) {
  const { data: list } = useFaqs(project.id)
  const { data: items } = useKnowledge(project.id)
  const faqs = list?.faqs.length
  const knowledge = items?.filter(({ status }) => status === 'embedded').length
  return (
    <Card>
      <h2 className="text-title-s font-semibold">Publishing checklist</h2>
      <ul className="mt-3 flex flex-col gap-1">
        <Step isDone={project.templateKey !== null} to={customizePath(project.id)}>
          Template
        </Step>
        <Step isDone={project.widgetConfigId !== null} to={customizePath(project.id)}>
          Widget
        </Step>
        <Step isDone={Boolean(faqs)} to={projectPath(project.id, 'faq')} count={faqs}>
          FAQ
        </Step>
        <Step isDone={Boolean(knowledge)} to={projectPath(project.id, 'agents')} count={knowledge}>
          Knowledge
        </Step>
      </ul>
      <p className="mt-3 text-small text-muted">A template and a widget are required to publish.</p>
    </Card>
  )
}

type StepProps = { isDone: boolean; to: string; children: string; count?: number }

function Step({ isDone, to, children, count }: StepProps) {
  const Icon = isDone ? CircleCheck : Circle
  return (
    <li className="flex min-h-7 items-center gap-2">
      <Icon
        role="img"
        aria-label={isDone ? 'Done' : 'To do'}
        size={18}
        strokeWidth={1.75}
        className={isDone ? 'text-ok' : 'text-muted'}
      />
      <Link to={to} className={textLink}>
        {children}
      </Link>
      {count !== undefined && <span className="text-small text-muted tabular-nums">({count})</span>}
    </li>
  )
}
