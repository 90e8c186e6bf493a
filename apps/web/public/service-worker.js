// The installed app: shows alerts that are pushed while no page is open, leads to the bar of an alert, and lets the chart start
// without a network. Online everything comes from the server: copies answer only when the network does not.
// A push is a PushPayload of packages/contract as JSON, in the language of its account.

/** Page and files of the build. */
const FILES = 'flowprint-files'
/** Answers of the account; apps/web/src/shared/session/session.ts deletes them when it logs out. */
const ANSWERS = 'flowprint-answers'
/** Every page of the application is this document. */
const PAGE = '/order'
/** Files without a hash in their names. */
const PLAIN_FILES = ['/first-paint.js', '/favicon.svg', '/manifest.webmanifest']
/** What the chart page needs to start. A POST is kept without its body: these have the same one every time. */
const COPIED = [
  'GET /api/menus',
  'GET /api/footprint',
  'GET /api/coverage',
  'POST /api/user_info',
  'POST /api/settings',
]
/** Charts kept: the newest ones. */
const MAX_CHARTS = 8

self.addEventListener('install', (event) => event.waitUntil(self.skipWaiting()))
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (origin !== self.location.origin) return
  if (request.mode === 'navigate') event.respondWith(answerPage(request))
  else if (request.method === 'GET' && pathname.startsWith('/assets/')) event.respondWith(answerFile(request))
  else if (request.method === 'GET' && PLAIN_FILES.includes(pathname)) event.respondWith(answerPlainFile(request))
  else if (COPIED.includes(`${request.method} ${pathname}`)) event.respondWith(answerCall(event, pathname))
})

/** The page loaded its files before this worker controlled it: it names them. */
self.addEventListener('message', (event) => {
  const files = event.data?.keep
  if (Array.isArray(files)) event.waitUntil(keepFiles(files.filter((file) => typeof file === 'string')))
})

async function keepFiles(files) {
  const cache = await caches.open(FILES)
  await keepPage(cache, await fetch(PAGE, { cache: 'no-store' }))
  for (const file of new Set([...files, ...PLAIN_FILES])) {
    const { origin, pathname } = new URL(file, self.location.origin)
    const isOurs =
      origin === self.location.origin && (pathname.startsWith('/assets/') || PLAIN_FILES.includes(pathname))
    if (!isOurs || (await cache.match(pathname))) continue
    const response = await fetch(pathname)
    if (response.ok) await cache.put(pathname, response)
  }
}

/** Keeps the page; one of another build makes the files of the former useless. */
async function keepPage(cache, response) {
  if (!response.ok || response.redirected) return
  const before = await cache.match(PAGE)
  const html = await response.clone().text()
  const scriptOf = (text) => /src="(\/assets\/[^"]+)"/.exec(text)?.[1]
  if (before && scriptOf(await before.text()) !== scriptOf(html)) {
    for (const request of await cache.keys())
      if (new URL(request.url).pathname.startsWith('/assets/')) await cache.delete(request)
  }
  await cache.put(PAGE, response)
}

async function answerPage(request) {
  try {
    return await fetch(request)
  } catch (error) {
    const copy = await caches.match(PAGE, { cacheName: FILES })
    if (copy) return copy
    throw error
  }
}

/** Names contain a hash of the content: a copy never changes. */
async function answerFile(request) {
  const cache = await caches.open(FILES)
  const { pathname } = new URL(request.url)
  const copy = await cache.match(pathname)
  if (copy) return copy
  const response = await fetch(request)
  if (response.ok) await cache.put(pathname, response.clone()).catch(() => undefined)
  return response
}

async function answerPlainFile(request) {
  const { pathname } = new URL(request.url)
  const cache = await caches.open(FILES)
  try {
    const response = await fetch(request)
    if (response.ok) await cache.put(pathname, response.clone()).catch(() => undefined)
    return response
  } catch (error) {
    const copy = await cache.match(pathname)
    if (copy) return copy
    throw error
  }
}

/** A call of the chart page: from the server, and without a network the copy of its last answer. */
async function answerCall(event, pathname) {
  const { request } = event
  const key = new URL(`/offline${pathname}`, self.location.origin)
  key.search = new URL(request.url).search
  // Texts of an answer are in the language of the request.
  key.searchParams.set('language', request.headers.get('language') ?? '')
  try {
    const response = await fetch(request)
    if (response.status === 401) event.waitUntil(caches.delete(ANSWERS))
    else if (response.status === 200) event.waitUntil(keepAnswer(key.href, response.clone()))
    return response
  } catch (error) {
    const copy = await caches.match(key.href, { cacheName: ANSWERS })
    // A request that the page gave up has no answer at all.
    if (copy && !request.signal.aborted) return copy
    throw error
  }
}

async function keepAnswer(key, response) {
  try {
    const cache = await caches.open(ANSWERS)
    await cache.delete(key)
    await cache.put(key, response)
    const charts = (await cache.keys()).filter(({ url }) => new URL(url).pathname === '/offline/api/footprint')
    for (const old of charts.slice(0, -MAX_CHARTS)) await cache.delete(old)
  } catch {
    // The disk is full, or the page left before the answer ended.
  }
}

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
    Promise.all([
      self.registration.showNotification(textOf(title, 'Flowprint'), {
        body: textOf(body, ''),
        tag: textOf(tag, 'alert'),
        icon: '/icon-192.png',
        data: { id, url: textOf(url, '/order') },
      }),
      // How many there are is known to the page; without a number the badge is a dot.
      self.navigator.setAppBadge?.().catch(() => undefined),
    ]),
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
