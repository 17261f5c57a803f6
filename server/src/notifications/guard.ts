import { isId } from '../kit/db/db.ts'
import type { Guard } from '../kit/http/serve.ts'
import { findDevice, type StoredDevice } from './device-store.ts'

/** Loads the device of :deviceId, of any member of the company. */
export const requireDevice: Guard<StoredDevice> = (sql, { deviceId }) =>
  isId(deviceId) ? findDevice(sql, deviceId) : null
