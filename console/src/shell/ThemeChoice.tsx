import { usePreference } from '../kit/browser/preferences.ts'
import { theme } from '../kit/browser/theme.ts'
import { SegmentedControl } from '../ui/forms/SegmentedControl.tsx'

const options = [
  { value: 'system', label: 'System' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const

export function ThemeChoice() {
  return (
    <SegmentedControl label="Theme" value={usePreference(theme)} options={options} onChange={theme.set} />
  )
}
