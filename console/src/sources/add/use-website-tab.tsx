import { sourceLimits, sourceSentences } from '@aichat/contracts/ai/sources'
import { useState } from 'react'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { TextInput } from '../../ui/forms/TextInput.tsx'
import { useWebAddress } from '../../ui/forms/use-web-address.ts'
import type { FormTab } from '../../ui/overlay/TabbedFormDialog.tsx'
import { SiteFields } from '../SiteFields.tsx'
import { createSiteDraft, type SiteDraft } from '../site-draft.ts'
import { useStartSource } from './use-start-source.ts'

/** All pages of a website. Nothing is used before its pages are chosen. */
export function useWebsiteTab(projectId: string, onDone: () => void): FormTab<'site'> {
  const { isStarting, reason, addSite } = useStartSource(projectId, onDone)
  const { address, check, field } = useWebAddress(sourceSentences.url)
  const [draft, setDraft] = useState<SiteDraft>(createSiteDraft)
  return {
    key: 'site',
    label: 'Website',
    isBusy: isStarting,
    isBlocked: address === '',
    isDirty: !isStarting && address !== '',
    failure: reason !== null && <Notice>{reason}</Notice>,
    onSubmit: () => (check() ? addSite(address, draft) : undefined),
    panel: (
      <>
        <TextInput
          label="Website address"
          type="url"
          inputMode="url"
          maxLength={sourceLimits.url}
          placeholder="https://acme.com/help"
          hint="All pages on this website and below this path are read. You then choose which ones your AI assistant may use."
          {...field}
        />
        <details className="group">
          <summary className="w-fit cursor-pointer rounded-control font-strong text-accent-text hover:underline focus-visible:outline-2 focus-visible:outline-offset-2 focus-visible:outline-focus touch:min-h-11">
            Advanced
          </summary>
          <div className="flex flex-col gap-4 pt-4">
            <SiteFields
              draft={draft}
              onChange={(change) => setDraft((before) => ({ ...before, ...change }))}
            />
          </div>
        </details>
      </>
    ),
  }
}
