import type { ReactNode } from 'react'
import { Tabs } from '../Tabs.tsx'
import { FormDialog } from './FormDialog.tsx'

/** One form of a dialog that has several. */
export type FormTab<Key extends string> = {
  key: Key
  label: string
  panel: ReactNode
  /** Why the last attempt failed. */
  failure?: ReactNode
  onSubmit: () => unknown
  isBusy: boolean
  /** Disables the submit button. */
  isBlocked: boolean
  isDirty: boolean
  /** The form has done its work: its button only closes the dialog. */
  isFinished?: boolean
}

type Props<Key extends string> = {
  title: string
  submit: string
  label: string
  tabs: readonly FormTab<Key>[]
  selected: Key
  onSelect: (key: Key) => void
  onClose: () => void
}

/** The height is the same for short forms, so that the dialog does not jump between tabs. */
export function TabbedFormDialog<Key extends string>(props: Props<Key>) {
  const { title, submit, label, tabs, selected, onSelect, onClose } = props
  const active = tabs.find(({ key }) => key === selected)
  const isFinished = active?.isFinished ?? false
  return (
    <FormDialog
      title={title}
      submit={isFinished ? 'Done' : submit}
      close={isFinished ? null : 'Cancel'}
      onClose={onClose}
      onSubmit={() => (isFinished ? onClose() : active?.onSubmit())}
      isBusy={tabs.some(({ isBusy }) => isBusy)}
      isBlocked={!isFinished && (active?.isBlocked ?? true)}
      isDirty={tabs.some(({ isDirty }) => isDirty)}
    >
      <Tabs
        label={label}
        selected={selected}
        onSelect={onSelect}
        panelClassName="flex min-h-100 flex-col gap-4 pt-4 outline-none"
        tabs={tabs.map(({ key, label, panel, failure }) => ({
          key,
          label,
          panel: (
            <>
              {failure}
              {panel}
            </>
          ),
        }))}
      />
    </FormDialog>
  )
}
