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
  const self = {
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
  runInNewContext(CODE, { self, URL, JSON })
  const emit = async (name: string, event: Record<string, unknown>) => {
    let work: unknown
    handlers.get(name)?.({ ...event, waitUntil: (promise: unknown) => (work = promise) })
    await work
  }
  const push = (text: string | null) =>
    emit('push', { data: text === null ? null : { json: () => JSON.parse(text) as unknown } })
  const click = (data: object) => emit('notificationclick', { notification: { close: () => undefined, data } })
  return { push, click, shown, opened, messages, handlers }
}

describe('the push service worker', () => {
  it('shows a push message under the tag shared by all attempts', async () => {
    const { push, shown } = worker([])
    await push('{"id":7,"title":"Breakout","body":"Price crossed above 5","url":"/order?alert=7","tag":"alert-7"}')
    expect(shown).toEqual([
      {
        title: 'Breakout',
        body: 'Price crossed above 5',
        tag: 'alert-7',
        icon: '/favicon.svg',
        data: { id: 7, url: '/order?alert=7' },
      },
    ])
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

  it('handles no requests: pages always come from the server', () =>
    expect(worker([]).handlers.has('fetch')).toBe(false))
})
