import { trustedScript } from '../trusted-types.ts'

const WORKER = '/service-worker.js'

/**
 * Lets the chart start without a network: registers the service worker and names the files that this page loaded before
 * the worker controlled it. Does nothing where the browser has none, as in private windows; never rejects.
 */
export async function keepOfflineCopies(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  try {
    // The browser looks for a newer worker by itself.
    if (!(await navigator.serviceWorker.getRegistration(WORKER)))
      await navigator.serviceWorker.register(trustedScript(WORKER))
    const { active } = await navigator.serviceWorker.ready
    const files = performance
      .getEntriesByType('resource')
      .map(({ name }) => new URL(name))
      .filter(({ origin, pathname }) => origin === location.origin && pathname.startsWith('/assets/'))
      .map(({ pathname }) => pathname)
    active?.postMessage({ keep: [...new Set(files)] })
  } catch {
    // Without copies the page works as before, online.
  }
}
