import { MAX_PUSH_LABEL_LENGTH, type SavePushBody } from '@flowprint/contract'
import { deviceOf } from '../../../../shared/device-name.ts'
import { trustedScript } from '../../../../trusted-types.ts'
import { deletePush, loadPushKey, savePush } from '../alert-calls.ts'

const WORKER = '/service-worker.js'

export const canPush = (): boolean =>
  'serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis

/** This browser's push subscription, if any. */
export async function currentPush(): Promise<PushSubscription | null> {
  if (!canPush()) return null
  const registration = await navigator.serviceWorker.getRegistration(WORKER)
  return (await registration?.pushManager.getSubscription()) ?? null
}

/** Subscribes this browser and registers it on the server. Requires a click and notification permission. */
export async function turnOnPush(): Promise<void> {
  const registration = await navigator.serviceWorker.register(trustedScript(WORKER))
  const key = await loadPushKey()
  const before = await registration.pushManager.getSubscription()
  // A subscription with another key cannot be reached by this installation.
  if (before && keyOf(before) !== key.replace(/=+$/, '')) await before.unsubscribe()
  const subscription = await subscribe(await ready(registration), key)
  const { endpoint, keys } = subscription.toJSON()
  if (!endpoint || !keys) throw new Error('the subscription has no keys')
  await savePush({
    endpoint,
    keys: keys as SavePushBody['keys'],
    label: thisBrowser(navigator.userAgent).slice(0, MAX_PUSH_LABEL_LENGTH),
  })
}

export async function turnOffPush(): Promise<void> {
  const subscription = await currentPush()
  if (!subscription) return
  await deletePush({ endpoint: subscription.endpoint })
  await subscription.unsubscribe()
}

const subscribe = ({ pushManager }: ServiceWorkerRegistration, key: string) =>
  pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })

/** Subscribing needs an active worker. */
async function ready(registration: ServiceWorkerRegistration): Promise<ServiceWorkerRegistration> {
  return registration.active ? registration : navigator.serviceWorker.ready
}

function keyOf({ options }: PushSubscription): string | null {
  const { applicationServerKey: key } = options
  if (!key) return null
  const text = String.fromCharCode(...new Uint8Array(key))
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
}

/** "Chrome, Windows": the label that identifies the browser to its owner. Input: a User-Agent. */
export function thisBrowser(ua: string): string {
  const { browser, system } = deviceOf(ua)
  return [browser, system].filter(Boolean).join(', ')
}
