import { chooseTheme, useTheme } from '../kit/theme.ts'
import { SegmentedControl } from '../ui/SegmentedControl.tsx'

const options = [
  { value: 'system', label: 'System' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const

export function ThemeChoice() {
  return <SegmentedControl label="Theme" value={useTheme()} options={options} onChange={chooseTheme} />
}
