import { callIdentity } from '../http/call.ts'
import { requestData } from '../http/request.ts'

const WORKER = '/service-worker.js'
/** Timeout for an unresponsive browser. */
const PATIENCE_MS = 3000

/**
 * Removes this browser's push subscription on logout: alerts must not appear where the account is not signed in. Called
 * while the token is still valid; never rejects.
 */
export function forgetPush(): Promise<void> {
  const patience = new Promise<void>((resolve) => void setTimeout(resolve, PATIENCE_MS))
  return Promise.race([takeBack().catch(() => undefined), patience])
}

async function takeBack(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration(WORKER)
  const subscription = await registration?.pushManager.getSubscription()
  if (!subscription) return
  const { endpoint } = subscription
  const told = requestData('POST /delete_push', callIdentity(), {
    body: { endpoint },
    timeoutMs: PATIENCE_MS,
  })
  // Either is enough: the push service rejects a removed subscription, and the server then deletes it too.
  await Promise.allSettled([told, subscription.unsubscribe()])
}
