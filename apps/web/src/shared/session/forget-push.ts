import { callIdentity } from '../http/call.ts'
import { requestData } from '../http/request.ts'

const WORKER = '/service-worker.js'
/** Timeout for an unresponsive browser. */
const TIMEOUT_MS = 3000

/**
 * Removes this browser's push subscription on logout: alerts must not appear where the account is not signed in. Called
 * while the token is still valid; never rejects.
 */
export function forgetPush(): Promise<void> {
  const timeout = new Promise<void>((resolve) => void setTimeout(resolve, TIMEOUT_MS))
  return Promise.race([unsubscribe().catch(() => undefined), timeout])
}

async function unsubscribe(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration(WORKER)
  const subscription = await registration?.pushManager.getSubscription()
  if (!subscription) return
  const { endpoint } = subscription
  const deleted = requestData('POST /delete_push', callIdentity(), {
    body: { endpoint },
    timeoutMs: TIMEOUT_MS,
  })
  // Either is enough: the push service rejects a removed subscription, and the server then deletes it too.
  await Promise.allSettled([deleted, subscription.unsubscribe()])
}
