import type { ComponentProps } from 'react'
import { TextInput } from '../ui/forms/TextInput.tsx'

export function EmailInput(props: Omit<ComponentProps<typeof TextInput>, 'label'>) {
  return (
    <TextInput
      label="Email"
      isRequired
      type="email"
      inputMode="email"
      placeholder="you@company.com"
      {...props}
    />
  )
}
