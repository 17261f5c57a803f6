import type { Permission } from '@aichat/contracts/company/permissions'
import clsx from 'clsx'
import { Fragment, type ReactNode, type RefObject } from 'react'
import { Menu as AriaMenu, MenuItem } from 'react-aria-components/Menu'
import { Popover } from 'react-aria-components/Popover'
import { Separator } from 'react-aria-components/Separator'
import type { Keys } from '../../kit/browser/keys.ts'
import { Kbd } from '../Kbd.tsx'

export type MenuChoice = {
  key: string
  label: string
  icon?: ReactNode
  onChoose: () => void
  isDanger?: boolean
  /** Other words by which the command palette finds the choice, where it lists it. */
  keywords?: string
  /** The shortcut that does the same. */
  keys?: Keys
  /** A line above it separates it from the choices before. */
  isNewGroup?: boolean
  /** Without it, the choice is not offered. */
  permission?: Permission
}

type Props = {
  label: string
  trigger: RefObject<HTMLElement | null>
  choices: readonly MenuChoice[]
  onClose: () => void
}

export function MenuPopover({ label, trigger, choices, onClose }: Props) {
  return (
    <Popover
      aria-label={label}
      triggerRef={trigger}
      isOpen
      onOpenChange={(open) => open || onClose()}
      placement="bottom end"
      className="z-50 min-w-48 animate-fade rounded-card border bg-raised p-1 shadow-menu"
    >
      <AriaMenu
        aria-label={label}
        autoFocus="first"
        onClose={onClose}
        onAction={(key) => {
          onClose()
          choices.find((choice) => choice.key === key)?.onChoose()
        }}
        className="outline-none"
      >
        {choices.map((choice, index) => (
          <Fragment key={choice.key}>
            {choice.isNewGroup && index > 0 && <Separator className="my-1 border-t" />}
            <MenuItem
              id={choice.key}
              textValue={choice.label}
              className={clsx(
                'flex min-h-8 cursor-pointer items-center gap-2.5 rounded-control px-2.5 text-body outline-none touch:min-h-11',
                choice.isDanger ? 'text-bad data-[focused]:bg-bad-soft' : 'data-[focused]:bg-hover',
              )}
            >
              {choice.icon}
              {choice.label}
              {choice.keys && (
                <span className="ms-auto ps-3 touch:hidden">
                  <Kbd keys={choice.keys} />
                </span>
              )}
            </MenuItem>
          </Fragment>
        ))}
      </AriaMenu>
    </Popover>
  )
}
