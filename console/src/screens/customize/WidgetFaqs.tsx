import { FaqSwitch } from '../../faq/FaqSwitch.tsx'
import { projectPath } from '../../paths.ts'
import { LinkButton } from '../../ui/LinkButton.tsx'

/** Only the switch, as specified: FAQs are managed in the project's details. */
export function WidgetFaqs({ projectId }: { projectId: string }) {
  return (
    <>
      <FaqSwitch projectId={projectId} />
      <LinkButton to={projectPath(projectId, 'faq')} className="self-start">
        Manage FAQs
      </LinkButton>
    </>
  )
}
