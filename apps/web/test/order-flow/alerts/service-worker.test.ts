import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runInNewContext } from 'node:vm'
import { describe, expect, it } from 'vitest'

const CODE = readFileSync(join(import.meta.dirname, '..', '..', '..', 'public', 'service-worker.js'), 'utf8')
const ORIGIN = 'https://charts.example'

type Handler = (event: Record<string, unknown>) => void

/** The service worker in a fake browser that records calls. */
function worker(pages: readonly string[]) {
  const handlers = new Map<string, Handler>()
  const shown: unknown[] = []
  const opened: string[] = []
  const messages: unknown[] = []
  const windows = pages.map((path) => ({
    url: ORIGIN + path,
    focus: () => Promise.resolve(messages.push(['focus', path])),
    postMessage: (message: unknown) => messages.push(message),
  }))
  const badges: string[] = []
  const network = { isUp: true, answer: (path: string): Response => new Response(`server:${path}`) }
  const asked: string[] = []
  const caches = new FakeCaches()
  const self = {
    navigator: { setAppBadge: () => Promise.resolve(badges.push('dot')) },
    addEventListener: (name: string, handler: Handler) => handlers.set(name, handler),
    location: { origin: ORIGIN },
    registration: {
      showNotification: (title: string, options: object) => Promise.resolve(shown.push({ title, ...options })),
    },
    clients: {
      matchAll: () => Promise.resolve(windows),
      openWindow: (address: string) => Promise.resolve(opened.push(address)),
      claim: () => undefined,
    },
    skipWaiting: () => undefined,
  }
  const fetchFromNetwork = async (input: string | { readonly url: string }) => {
    const { pathname, search } = new URL(typeof input === 'string' ? input : input.url, ORIGIN)
    if (!network.isUp) throw new TypeError('Failed to fetch')
    asked.push(pathname + search)
    return network.answer(pathname + search)
  }
  runInNewContext(CODE, { self, URL, JSON, Promise, Set, Array, caches, fetch: fetchFromNetwork })
  const emit = async (name: string, event: Record<string, unknown>) => {
    const work: unknown[] = []
    handlers.get(name)?.({ ...event, waitUntil: (promise: unknown) => work.push(promise) })
    await Promise.all(work)
  }
  /** The text of the worker's answer; null: the browser asks the network itself; 'failed': no answer. */
  const request = async (path: string, { method = 'GET', mode = 'cors', language = 'en' } = {}) => {
    let answer: Promise<Response> | null = null
    const headers = new Headers({ language })
    const event = {
      request: { url: ORIGIN + path, method, mode, headers, signal: { aborted: false } },
      respondWith: (promise: Promise<Response>) => (answer = promise),
    }
    await emit('fetch', event)
    if (answer === null) return null
    const text = await (answer as Promise<Response>).then((response) => response.text()).catch(() => 'failed')
    // What is kept after the answer.
    await new Promise((resolve) => setTimeout(resolve, 0))
    return text
  }
  const keep = (files: readonly string[]) => emit('message', { data: { keep: files } })
  const push = (text: string | null) =>
    emit('push', { data: text === null ? null : { json: () => JSON.parse(text) as unknown } })
  const click = (data: object) => emit('notificationclick', { notification: { close: () => undefined, data } })
  return { push, click, request, keep, shown, opened, messages, badges, network, asked, caches }
}

/** The Cache Storage of a browser, by URL. */
class FakeCaches {
  readonly all = new Map<string, Map<string, Response>>()

  async open(name: string) {
    let entries = this.all.get(name)
    if (!entries) this.all.set(name, (entries = new Map()))
    const kept = entries
    const key = (input: string | { readonly url: string }) =>
      new URL(typeof input === 'string' ? input : input.url, ORIGIN).href
    return {
      match: async (input: string) => kept.get(key(input))?.clone(),
      put: async (input: string, response: Response) => void kept.set(key(input), response),
      delete: async (input: string | { readonly url: string }) => kept.delete(key(input)),
      keys: async () => [...kept.keys()].map((url) => ({ url })),
    }
  }

  async match(input: string, { cacheName }: { readonly cacheName: string }) {
    return (await this.open(cacheName)).match(input)
  }

  async delete(name: string) {
    return this.all.delete(name)
  }
}

describe('the service worker without a network', () => {
  const FOOTPRINT = '/api/footprint?symbol=A&cycle=5m'

  it('answers online from the server, whatever it keeps', async () => {
    const { request, keep, network } = worker([])
    await keep([])
    await request(FOOTPRINT)
    network.answer = () => new Response('newer')
    expect(await request('/order', { mode: 'navigate' })).toBe('newer')
    expect(await request(FOOTPRINT)).toBe('newer')
    expect(await request('/first-paint.js')).toBe('newer')
  })

  it('starts the page with the files that it named, and with the last answers', async () => {
    const { request, keep, network } = worker([])
    await keep(['/assets/chart-1.js', 'https://elsewhere.example/assets/x.js', '/api/user_info'])
    await request(FOOTPRINT)
    await request('/api/user_info', { method: 'POST' })
    network.isUp = false
    expect(await request('/order?symbol=A', { mode: 'navigate' })).toBe('server:/order')
    expect(await request('/help', { mode: 'navigate' })).toBe('server:/order')
    expect(await request('/assets/chart-1.js')).toBe('server:/assets/chart-1.js')
    expect(await request('/assets/x.js')).toBe('failed')
    expect(await request(FOOTPRINT)).toBe(`server:${FOOTPRINT}`)
    expect(await request('/api/user_info', { method: 'POST' })).toBe('server:/api/user_info')
    expect(await request('/api/footprint?symbol=B&cycle=5m')).toBe('failed')
    expect(await request(FOOTPRINT, { language: 'zh' }), 'texts have the language of the page').toBe('failed')
  })

  it('leaves every other request to the browser, and foreign ones', async () => {
    const { request } = worker([])
    expect(await request('/api/save_alert', { method: 'POST' })).toBeNull()
    expect(await request('/api/user_info')).toBeNull()
    expect(await request('/api/export?what=trades')).toBeNull()
    expect(await request('/assets/x.js', { method: 'HEAD' })).toBeNull()
  })

  it('keeps no refused answer, and forgets all when the session is refused', async () => {
    const { request, network } = worker([])
    await request('/api/menus')
    network.answer = () => new Response('busy', { status: 503 })
    await request('/api/coverage?symbol=A')
    network.isUp = false
    expect(await request('/api/menus')).toBe('server:/api/menus')
    expect(await request('/api/coverage?symbol=A')).toBe('failed')
    network.isUp = true
    network.answer = () => new Response('no session', { status: 401 })
    await request(FOOTPRINT)
    network.isUp = false
    expect(await request('/api/menus')).toBe('failed')
  })

  it('keeps the newest eight charts', async () => {
    const { request, network } = worker([])
    for (let i = 0; i < 10; i++) await request(`/api/footprint?symbol=${i}`)
    // Used again: no longer among the oldest.
    await request('/api/footprint?symbol=2')
    await request('/api/footprint?symbol=10')
    network.isUp = false
    const kept: string[] = []
    for (let i = 0; i < 10; i++) if ((await request(`/api/footprint?symbol=${i}`)) !== 'failed') kept.push(String(i))
    expect(kept).toEqual(['2', '4', '5', '6', '7', '8', '9'])
  })

  it('drops the files of an earlier build, and asks for a kept file once', async () => {
    const { request, keep, network, asked } = worker([])
    const build = (version: number) =>
      (network.answer = () => new Response(`<script src="/assets/main-${version}.js">`))
    build(1)
    await keep(['/assets/main-1.js'])
    await request('/assets/main-1.js')
    expect(asked.filter((path) => path === '/assets/main-1.js')).toHaveLength(1)
    build(2)
    await keep(['/assets/main-2.js'])
    network.isUp = false
    expect(await request('/assets/main-1.js')).toBe('failed')
    expect(await request('/assets/main-2.js')).toContain('main-2')
  })
})

describe('the push service worker', () => {
  it('shows a push message under the tag shared by all attempts', async () => {
    const { push, shown, badges } = worker([])
    await push('{"id":7,"title":"Breakout","body":"Price crossed above 5","url":"/order?alert=7","tag":"alert-7"}')
    expect(shown).toEqual([
      {
        title: 'Breakout',
        body: 'Price crossed above 5',
        tag: 'alert-7',
        icon: '/icon-192.png',
        data: { id: 7, url: '/order?alert=7' },
      },
    ])
    expect(badges).toEqual(['dot'])
  })

  it.each([[null], ['not json'], ['"text"'], ['{"title":5}']])(
    'shows something for %s too: browsers ask for it',
    async (text) => {
      const { push, shown } = worker([])
      await push(text)
      expect(shown).toMatchObject([{ title: 'Flowprint', body: '', data: { url: '/order' } }])
    },
  )

  it('navigates the open chart', async () => {
    const { click, opened, messages } = worker(['/activate', '/order?symbol=A'])
    await click({ id: 7, url: '/order?alert=7' })
    expect(messages).toEqual([['focus', '/order?symbol=A'], { alert: 7 }])
    expect(opened).toEqual([])
  })

  it('opens the page of the alert when none is open, and never a foreign URL', async () => {
    const { click, opened } = worker(['/activate'])
    await click({ id: 7, url: '/order?alert=7' })
    await click({ id: 7, url: 'https://elsewhere.example/order' })
    expect(opened).toEqual([`${ORIGIN}/order?alert=7`])
  })
})
