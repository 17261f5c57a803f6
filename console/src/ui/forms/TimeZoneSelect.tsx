import { Select } from './Select.tsx'

type Props = { value: string; onChange: (timeZone: string) => void }

export function TimeZoneSelect({ value, onChange }: Props) {
  return <Select label="Time zone" value={value} options={listTimeZones(value)} onChange={onChange} />
}

/** A stored zone may be one that this browser does not list. */
function listTimeZones(current: string) {
  const zones = new Set([current, ...Intl.supportedValuesOf('timeZone'), 'UTC'])
  return [...zones].sort().map((value) => ({ value, label: value.replaceAll('_', ' ') }))
}
