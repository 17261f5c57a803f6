import type { Permission } from '@aichat/contracts/company/permissions'
import clsx from 'clsx'
import type { ReactNode, Ref } from 'react'
import { Button as AriaButton } from 'react-aria-components/Button'
import { useDenial } from '../kit/permissions.ts'
import { Tooltip } from './overlay/Tooltip.tsx'

type Props = {
  label: string
  children: ReactNode
  onPress?: () => void
  tone?: 'plain' | 'danger'
  isDisabled?: boolean
  /** Blocks the button, with the reason as its tooltip and description, for users without the permission. */
  permission?: Permission
  isExpanded?: boolean
  className?: string
  ref?: Ref<HTMLButtonElement>
}

/** An icon-only button. The label is its accessible name and its tooltip. */
export function IconButton(props: Props) {
  const { label, children, tone = 'plain', isExpanded, permission, onPress, className, ...rest } = props
  const denial = useDenial(permission)
  return (
    <Tooltip text={denial ? `${label}. ${denial}` : label}>
      <AriaButton
        {...rest}
        aria-label={label}
        aria-expanded={isExpanded}
        aria-disabled={denial !== null || undefined}
        // React Aria's Button drops aria-description.
        render={(button) => <button {...button} aria-description={denial ?? undefined} />}
        onPress={denial ? undefined : onPress}
        className={clsx(
          'inline-flex size-9 shrink-0 items-center justify-center rounded-control transition-colors duration-100 touch:size-11',
          'disabled:opacity-55 [&_svg]:size-4.5',
          tone === 'danger'
            ? 'text-ink-2 hover:bg-bad-soft hover:text-bad'
            : 'text-ink-2 hover:bg-hover active:bg-selected',
          denial && 'cursor-not-allowed opacity-55',
          className,
        )}
      >
        {children}
      </AriaButton>
    </Tooltip>
  )
}
