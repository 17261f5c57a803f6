import type { Log } from '../../kit/observability/log.ts'
import type { Settings } from '../../kit/process/settings.ts'

export type DoctorContext = { settings: Settings; log: Log; root: string }
