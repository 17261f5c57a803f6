import type { KnowledgeExtension } from '@aichat/contracts/ai/knowledge'
import { useState } from 'react'
import { useFileTab } from '../knowledge/import/use-file-tab.tsx'
import { useImportTab } from '../knowledge/import/use-import-tab.tsx'
import { usePageTab } from '../knowledge/import/use-page-tab.tsx'
import { useTextTab } from '../knowledge/import/use-text-tab.tsx'
import { useArchiveTab } from '../sources/add/use-archive-tab.tsx'
import { useWebsiteTab } from '../sources/add/use-website-tab.tsx'
import { type FormTab, TabbedFormDialog } from '../ui/overlay/TabbedFormDialog.tsx'

export type KnowledgeKind = 'site' | 'manual' | 'url' | 'file' | 'import' | 'archive'

type Props = {
  projectId: string
  accepts: readonly KnowledgeExtension[]
  startKind?: KnowledgeKind
  onClose: () => void
}

/** Every way to add knowledge: a website, a text, a page, a file, several files or an archive. */
export function AddKnowledgeDialog({ projectId, accepts, startKind = 'manual', onClose }: Props) {
  const [kind, setKind] = useState<KnowledgeKind>(startKind)
  const websiteTab = useWebsiteTab(projectId, onClose)
  const { pageTab, setUrl } = usePageTab(projectId, onClose)
  const textTab = useTextTab(projectId, {
    onDone: onClose,
    onReadPage: (url) => {
      setUrl(url)
      setKind('url')
    },
  })
  const fileTab = useFileTab(projectId, accepts, onClose)
  const importTab = useImportTab(projectId, onClose)
  const archiveTab = useArchiveTab(projectId, onClose)
  const tabs: FormTab<KnowledgeKind>[] = [websiteTab, textTab, pageTab, fileTab, importTab, archiveTab]
  return (
    <TabbedFormDialog
      title="Add Knowledge Source"
      submit="Add"
      label="Type"
      tabs={tabs}
      selected={kind}
      onSelect={setKind}
      onClose={onClose}
    />
  )
}
