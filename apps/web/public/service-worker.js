// Shows alerts that are pushed while no page is open, and leads to the bar of an alert. It neither caches nor answers requests:
// pages always come from the server. A push says PushPayload of packages/contract as JSON, in the language of its account.

self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

function read(data) {
  try {
    const payload = data.json()
    return typeof payload === 'object' && payload !== null ? payload : {}
  } catch {
    return {}
  }
}

const textOf = (value, fallback) => (typeof value === 'string' && value !== '' ? value : fallback)

self.addEventListener('push', (event) => {
  const { id, title, body, url, tag } = event.data ? read(event.data) : {}
  // Browsers ask for a notification for every push: what cannot be read is shown as what it is.
  event.waitUntil(
    self.registration.showNotification(textOf(title, 'Flowprint'), {
      body: textOf(body, ''),
      tag: textOf(tag, 'alert'),
      icon: '/favicon.svg',
      data: { id, url: textOf(url, '/order') },
    }),
  )
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(open(event.notification.data ?? {}))
})

async function open({ id, url }) {
  const address = new URL(textOf(url, '/order'), self.location.origin)
  // Only pages of this site.
  if (address.origin !== self.location.origin) return
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const chart = pages.find((page) => new URL(page.url).pathname === '/order')
  if (!chart) return self.clients.openWindow(address.href)
  await chart.focus()
  if (typeof id === 'number' && id > 0) chart.postMessage({ alert: id })
}
