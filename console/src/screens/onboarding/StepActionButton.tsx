import type { Project } from '@aichat/contracts/company/projects'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { publishPath } from '../../paths.ts'
import { getPublication } from '../../projects/publication.ts'
import { useReadWebsite } from '../../sources/add/use-read-website.ts'
import { TryButton } from '../../test-chat/TryButton.tsx'
import { Button } from '../../ui/Button.tsx'
import type { ButtonVariant } from '../../ui/button-styles.ts'
import { lazyOverlay } from '../../ui/feedback/lazy-part.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import type { StepAction } from './onboarding-steps.ts'
import { EmbedButton, ShowFaqsButton, TurnOnAutoReplyButton } from './setup-buttons.tsx'

const WebsiteDialog = lazyOverlay(() =>
  import('../../sources/add/WebsiteDialog.tsx').then((file) => file.WebsiteDialog),
)
const AddKnowledgeDialog = lazyOverlay(() =>
  import('../AddKnowledgeDialog.tsx').then((file) => file.AddKnowledgeDialog),
)

type Props = { action: StepAction; variant: ButtonVariant }

/** Does what a setup step asks for, on the screen where it is asked. */
export function StepActionButton({ project, action, variant }: Props & { project: Project | null }) {
  if (action.kind === 'link') {
    return (
      <LinkButton to={action.to} size="compact" variant={variant}>
        {action.label}
      </LinkButton>
    )
  }
  return project && <ProjectActionButton project={project} action={action} variant={variant} />
}

/** The dialogs stay when they change the action, as the first item or the first page does. */
function ProjectActionButton({ project, action, variant }: Props & { project: Project }) {
  const [open, setOpen] = useState<'text' | 'website' | null>(null)
  const close = () => setOpen(null)
  const { reason, start } = useReadWebsite(project.id)
  const url = project.websiteUrl

  function openWebsite() {
    setOpen('website')
    // It may have been added without being read, when the first request failed.
    if (url && action.kind === 'read-website' && !action.website?.lastRun) void start(url, action.website)
  }

  return (
    <>
      {action.kind === 'add-knowledge' || action.kind === 'read-website' ? (
        <Button
          size="compact"
          variant={variant}
          permission="knowledge.edit"
          onPress={action.kind === 'read-website' ? openWebsite : () => setOpen('text')}
        >
          {action.label}
        </Button>
      ) : (
        <DirectActionButton project={project} action={action} variant={variant} />
      )}
      {open === 'website' && url && (
        <WebsiteDialog
          projectId={project.id}
          url={url}
          reason={reason}
          onRetry={(source) => void start(url, source)}
          onAddText={() => setOpen('text')}
          onClose={close}
        />
      )}
      {open === 'text' && (
        <AddKnowledgeDialog
          projectId={project.id}
          accepts={['.pdf', '.docx', '.doc', '.txt']}
          startKind={action.kind === 'read-website' ? 'manual' : 'site'}
          onClose={close}
        />
      )}
    </>
  )
}

function DirectActionButton({ project, action, variant }: Props & { project: Project }) {
  switch (action.kind) {
    case 'embed':
      return (
        <EmbedButton
          projectId={project.id}
          variant={variant}
          label="Let the AI assistant use it"
          {...action}
        />
      )
    case 'try':
      return (
        <TryButton
          projectId={project.id}
          size="compact"
          variant={variant}
          renderNextStep={(close) => (
            <NextStep project={project} isAutoReplyOff={action.isAutoReplyOff} onClose={close} />
          )}
        />
      )
    case 'show-faqs':
      return <ShowFaqsButton projectId={project.id} variant={variant} />
    case 'turn-on':
      return <TurnOnAutoReplyButton project={project} variant={variant} />
    default:
      return null
  }
}

type NextStepProps = { project: Project; isAutoReplyOff: boolean; onClose: () => void }

/** Offered below a good answer, so that the next setup steps need no other screen. */
function NextStep({ project, isAutoReplyOff, onClose }: NextStepProps) {
  const navigate = useNavigate()
  function publish() {
    onClose()
    void navigate(publishPath(project.id))
  }
  if (!isAutoReplyOff && getPublication(project) === 'live') return null
  return (
    <div className="mt-2 flex flex-wrap items-center justify-between gap-3 rounded-card border bg-surface p-3">
      <p role="status" className="min-w-0 flex-1 basis-52">
        {isAutoReplyOff
          ? 'AI auto-reply is off. Turn it on to answer visitors like this once you publish.'
          : 'AI auto-reply is on. Publish to answer visitors like this.'}
      </p>
      {isAutoReplyOff ? (
        <TurnOnAutoReplyButton project={project} variant="secondary" />
      ) : (
        <Button size="compact" onPress={publish}>
          Go to Publish
        </Button>
      )}
    </div>
  )
}
