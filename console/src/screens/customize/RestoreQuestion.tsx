import type { WidgetConfig } from '@aichat/contracts/widget/widget'
import { EraseButton } from '../../knowledge/EraseButton.tsx'
import { RestoreDialog } from '../../releases/RestoreDialog.tsx'
import type { useRestoreRelease } from './use-restore-release.ts'

type Props = {
  projectId: string
  draft: WidgetConfig
  restoration: ReturnType<typeof useRestoreRelease>
  onClose: () => void
}

/** What restoring a release would change. Texts that were removed since can be brought back or erased. */
export function RestoreQuestion({ projectId, draft, restoration, onClose }: Props) {
  const { question, markErased } = restoration
  if (!question) return null
  return (
    <RestoreDialog
      {...question}
      draft={draft}
      isRestoring={restoration.isPending}
      renderErase={(text) => (
        <EraseButton
          projectId={projectId}
          text={{ kind: text.kind === 'faq' ? 'faq' : 'item', id: text.id, title: text.title }}
          label={`Erase permanently: ${text.title}`}
          onErased={() => markErased(text.id)}
        />
      )}
      onRestore={restoration.confirm}
      onClose={onClose}
    />
  )
}
