import { Search } from 'lucide-react'
import type { Ref } from 'react'
import { isComposing } from '../../kit/browser/keys.ts'

type Props = {
  label: string
  placeholder: string
  value: string
  onChange: (value: string) => void
  ref?: Ref<HTMLInputElement>
}

export function SearchField({ label, placeholder, value, onChange, ref }: Props) {
  return (
    <div className="relative">
      <Search
        aria-hidden
        size={16}
        strokeWidth={1.75}
        className="pointer-events-none absolute inset-y-0 start-3 my-auto text-muted"
      />
      <input
        ref={ref}
        type="search"
        aria-label={label}
        placeholder={placeholder}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && !isComposing(event.nativeEvent)) onChange('')
        }}
        className="field ps-9"
      />
    </div>
  )
}
