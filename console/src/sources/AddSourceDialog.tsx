import { sourceLimits, sourceSentences } from '@aichat/contracts/ai/sources'
import { isWebUrl } from '@aichat/contracts/kit/common'
import { useState } from 'react'
import { Notice } from '../ui/feedback/Notice.tsx'
import { FormDialog } from '../ui/overlay/FormDialog.tsx'
import { Tabs } from '../ui/Tabs.tsx'
import { ArchiveField } from './ArchiveField.tsx'
import { SiteFields } from './SiteFields.tsx'
import { createSiteDraft, type SiteDraft } from './site-draft.ts'
import { useStartSource } from './use-start-source.ts'

type Props = { projectId: string; onClose: () => void }

/** Adds a website or an archive and starts to read it. Nothing is used before its pages are chosen. */
export function AddSourceDialog({ projectId, onClose }: Props) {
  const { isStarting, reason, addSite, addArchive } = useStartSource(projectId, onClose)
  const [kind, setKind] = useState<'site' | 'archive'>('site')
  const [url, setUrl] = useState('')
  const [isChecked, setChecked] = useState(false)
  const [draft, setDraft] = useState<SiteDraft>(createSiteDraft)
  const [file, setFile] = useState<File | null>(null)
  const isInvalid = isChecked && url.trim() !== '' && !isWebUrl(url.trim())
  const isUsable = file !== null && file.size <= sourceLimits.archiveBytes
  const isBlank = kind === 'site' ? url.trim() === '' : !isUsable

  function submit() {
    if (isBlank) return
    if (kind === 'archive') return file ? addArchive(file) : undefined
    setChecked(true)
    return isWebUrl(url.trim()) ? addSite(url.trim(), draft) : undefined
  }

  const site = (
    <SiteFields
      address={{ url, error: isInvalid ? sourceSentences.url : undefined, onChange: setUrl }}
      draft={draft}
      onChange={(change) => setDraft((before) => ({ ...before, ...change }))}
    />
  )
  return (
    <FormDialog
      title="Add a website or archive"
      submit={kind === 'site' ? 'Find pages' : 'Upload'}
      onClose={onClose}
      onSubmit={submit}
      isBusy={isStarting}
      isBlocked={isBlank}
      isDirty={!isStarting && (url.trim() !== '' || file !== null)}
    >
      {reason !== null && <Notice>{reason}</Notice>}
      <Tabs
        label="Kind"
        selected={kind}
        onSelect={setKind}
        panelClassName="flex flex-col gap-4 pt-4 outline-none"
        tabs={[
          { key: 'site', label: 'Website', panel: site },
          { key: 'archive', label: 'Archive', panel: <ArchiveField file={file} onChoose={setFile} /> },
        ]}
      />
    </FormDialog>
  )
}
