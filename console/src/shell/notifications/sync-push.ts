import { log } from '../../kit/log.ts'

/** Updates the push subscription of this browser at the server. */
export function syncPush() {
  import('../../notifications/push-device.ts')
    .then(({ syncPushDevice }) => syncPushDevice())
    .catch((error) => log('Failed to update the push subscription', error))
}
