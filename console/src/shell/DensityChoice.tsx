import { density } from '../kit/browser/density.ts'
import { usePreference } from '../kit/browser/preferences.ts'
import { SegmentedControl } from '../ui/forms/SegmentedControl.tsx'

const options = [
  { value: 'comfortable', label: 'Comfortable' },
  { value: 'compact', label: 'Compact' },
] as const

export function DensityChoice() {
  return (
    <SegmentedControl
      label="Density"
      value={usePreference(density)}
      options={options}
      onChange={density.set}
    />
  )
}
