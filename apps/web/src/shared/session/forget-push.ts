import { callIdentity } from '../http/call.ts'
import { requestData } from '../http/request.ts'

const WORKER = '/service-worker.js'
/** Nobody waits for a browser that does not answer. */
const PATIENCE_MS = 3000

/**
 * Takes back the subscription by which pushes reach this browser: alerts of an account must not appear where nobody is signed
 * in to it. Called while the token still works; never rejects.
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
  const told = requestData('/delete_push', callIdentity(), {
    method: 'POST',
    body: { endpoint },
    timeoutMs: PATIENCE_MS,
  })
  // Each of them ends it: a subscription that is gone is refused by the push service, and the server then forgets it too.
  await Promise.allSettled([told, subscription.unsubscribe()])
}
