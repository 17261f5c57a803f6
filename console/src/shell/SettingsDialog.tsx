import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { CompanyForm } from '../companies/CompanyForm.tsx'
import { usePermission } from '../kit/permissions.ts'
import { singleKeyShortcuts, usePreference } from '../kit/preferences.ts'
import { paths } from '../paths.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { lazyPart } from '../ui/lazy-part.tsx'
import { Switch } from '../ui/Switch.tsx'
import { textLink } from '../ui/text-link.ts'
import { DensityChoice } from './DensityChoice.tsx'
import { NotificationSettings } from './NotificationSettings.tsx'
import { ThemeChoice } from './ThemeChoice.tsx'

const AuditLog = lazyPart(() => import('../audit/AuditLog.tsx').then((file) => file.AuditLog))

export function SettingsDialog({ onClose }: { onClose: () => void }) {
  const isAdministrator = usePermission('company.manage')
  const areSingleKeysOn = usePreference(singleKeyShortcuts) === 'on'
  const [isDirty, setDirty] = useState(false)
  return (
    <Dialog
      title="Settings"
      isOpen
      onClose={onClose}
      isDirty={isDirty}
      footer={<Button onPress={onClose}>Close</Button>}
    >
      <div className="flex flex-col gap-5 [&>section+section]:border-t [&>section+section]:pt-5">
        <Section title="Appearance">
          <div className="flex flex-wrap gap-x-6 gap-y-2">
            <ThemeChoice />
            <DensityChoice />
          </div>
        </Section>
        <Section title="Notifications">
          <NotificationSettings />
        </Section>
        <Section title="Keyboard">
          <Switch
            isSelected={areSingleKeysOn}
            onChange={(isOn) => singleKeyShortcuts.set(isOn ? 'on' : 'off')}
          >
            Single-key shortcuts
          </Switch>
        </Section>
        {isAdministrator && (
          <>
            <Section title="Company">
              <CompanyForm onDirty={setDirty} />
            </Section>
            <Section title="API and data">
              <p className="text-body text-ink-2">
                <Link to={paths.apiSettings} onClick={onClose} className={textLink}>
                  API keys, webhooks and data retention
                </Link>
              </p>
            </Section>
            <Audit />
          </>
        )}
      </div>
    </Dialog>
  )
}

/** Loaded when it is first opened. */
function Audit() {
  const [isOpen, setOpen] = useState(false)
  return (
    <Section
      title="Audit log"
      aside={
        <Button size="compact" isExpanded={isOpen} onPress={() => setOpen(!isOpen)}>
          {isOpen ? 'Hide' : 'Show'}
        </Button>
      }
    >
      {isOpen && <AuditLog />}
    </Section>
  )
}

function Section({ title, aside, children }: { title: string; aside?: ReactNode; children: ReactNode }) {
  return (
    <section aria-label={title} className="flex flex-col gap-3">
      <div className="flex items-center justify-between">
        <h3 className="text-title-s font-semibold">{title}</h3>
        {aside}
      </div>
      {children}
    </section>
  )
}
