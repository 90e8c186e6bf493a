import type { Drawing, SaveDrawingsBody } from '@flowprint/contract'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { SaveState } from '../../../src/features/order-flow/drawings/model/drawing-store.ts'
import { DrawingSync, pendingStore } from '../../../src/features/order-flow/drawings/sync/drawing-sync.ts'
import { CallFailure } from '../../../src/shared/http/envelope.ts'
import { stubStorage } from '../../browser-storage.ts'
import { drawing } from './surface.ts'

const one = (id: string, price = '1'): Drawing => drawing('hline', [[0, price]], { id })
const said = (list: readonly Drawing[]) => list.map(({ id, points }) => id + points[0].price).join(' ')

/** A fake server with versions as in the contract, and a network that can be disconnected. */
class Server {
  readonly kept = new Map<string, { version: number; items: readonly Drawing[] }>()
  readonly saves: SaveDrawingsBody[] = []
  failure: CallFailure | null = null

  of(symbol: string) {
    return this.kept.get(symbol) ?? { version: 0, items: [] }
  }

  async load(symbol: string) {
    if (this.failure) throw this.failure
    const { version, items } = this.of(symbol)
    return { symbol, version, items: [...items] }
  }

  async save(body: SaveDrawingsBody) {
    if (this.failure) throw this.failure
    const { version } = this.of(body.symbol)
    if (body.version !== version) throw new CallFailure('message', '409', 'stale', { error: 'STALE_VERSION' })
    this.saves.push(body)
    this.kept.set(body.symbol, { version: version + 1, items: body.items })
    return { symbol: body.symbol, version: version + 1 }
  }
}

/** A page with its keeper; its drawings follow the keeper's callbacks. */
function page(server: Server, symbol: string | null = 'X:A') {
  const shown = { items: [] as readonly Drawing[], state: 'loading' as SaveState }
  const keeper = new DrawingSync({
    load: (of) => server.load(of),
    save: (body) => server.save(body),
    pending: pendingStore(7),
    show: (items) => void (shown.items = items),
    state: (state) => void (shown.state = state),
  })
  if (symbol !== null) keeper.open(symbol)
  const draw = (...items: Drawing[]) => {
    shown.items = items
    keeper.changed(items)
  }
  return { keeper, shown, draw }
}

const settle = () => vi.advanceTimersByTimeAsync(500)
const offline = new CallFailure('connection', '', '')

beforeEach(() => {
  vi.useFakeTimers()
  stubStorage()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('drawings and the server', () => {
  it('loads saved drawings', async () => {
    const server = new Server()
    server.kept.set('X:A', { version: 3, items: [one('a')] })
    const { shown } = page(server)
    await settle()
    expect([said(shown.items), shown.state]).toEqual(['a1', 'saved'])
    expect(server.saves).toEqual([])
  })

  it('batches several steps in one call', async () => {
    const server = new Server()
    const { draw, shown } = page(server)
    await settle()
    draw(one('a'))
    draw(one('a'), one('b'))
    expect(shown.state).toBe('saving')
    await settle()
    expect(server.saves.map(({ version, items }) => [version, said(items)])).toEqual([[0, 'a1 b1']])
    expect(shown.state).toBe('saved')
  })

  it('merges drawings made before the answer arrived', async () => {
    const server = new Server()
    server.kept.set('X:A', { version: 1, items: [one('a')] })
    const { draw, shown } = page(server)
    draw(one('b'))
    await settle()
    await settle()
    expect(said(shown.items)).toBe('a1 b1')
    expect(said(server.of('X:A').items)).toBe('a1 b1')
  })

  it('keeps the drawings of two concurrent pages', async () => {
    const server = new Server()
    const [left, right] = [page(server), page(server)]
    await settle()
    left.draw(one('a'))
    right.draw(one('b'))
    await settle()
    await settle()
    expect(said(server.of('X:A').items)).toBe('a1 b1')
    left.keeper.refresh()
    await settle()
    expect([said(left.shown.items), said(right.shown.items)]).toEqual(['a1 b1', 'a1 b1'])
  })

  it('shows deletions by others when the page becomes visible', async () => {
    const server = new Server()
    server.kept.set('X:A', { version: 1, items: [one('a'), one('b')] })
    const { keeper, shown } = page(server)
    await settle()
    server.kept.set('X:A', { version: 2, items: [one('b', '2')] })
    keeper.refresh()
    await settle()
    expect(said(shown.items)).toBe('b2')
  })

  it('stores drawings locally while offline and sends them afterwards', async () => {
    const server = new Server()
    const { keeper, draw, shown } = page(server)
    await settle()
    server.failure = offline
    draw(one('a'))
    await settle()
    expect(shown.state).toBe('waiting')
    expect(said(pendingStore(7).read('X:A')!.items)).toBe('a1')
    server.failure = null
    keeper.refresh()
    await settle()
    expect([shown.state, said(server.of('X:A').items), pendingStore(7).read('X:A')]).toEqual(['saved', 'a1', null])
  })

  it('retries with increasing delay', async () => {
    const server = new Server()
    const { draw } = page(server)
    await settle()
    server.failure = offline
    draw(one('a'))
    const load = vi.spyOn(server, 'save')
    await vi.advanceTimersByTimeAsync(20_000)
    expect(load.mock.calls.length).toBeGreaterThan(2)
    expect(load.mock.calls.length).toBeLessThan(7)
    server.failure = null
    await vi.advanceTimersByTimeAsync(60_000)
    expect(said(server.of('X:A').items)).toBe('a1')
  })

  it('sends unsaved drawings of an earlier page first, for any symbol', async () => {
    const server = new Server()
    server.kept.set('X:B', { version: 4, items: [one('a'), one('c')] })
    pendingStore(7).write('X:B', { version: 3, base: [one('a')], items: [one('a', '2'), one('b')] })
    page(server, 'X:A')
    await settle()
    expect(said(server.of('X:B').items)).toBe('a2 c1 b1')
    expect(pendingStore(7).symbols()).toEqual([])
  })

  it('does not send drawings of another user of this device', async () => {
    const server = new Server()
    pendingStore(8).write('X:A', { version: 0, base: [], items: [one('a')] })
    page(server)
    await settle()
    expect(server.saves).toEqual([])
  })

  it('reports a rejection once and retries only after a change', async () => {
    const server = new Server()
    const { draw, shown } = page(server)
    await settle()
    server.failure = new CallFailure('message', '400', 'no', { error: 'VALIDATION' })
    const save = vi.spyOn(server, 'save')
    draw(one('a'))
    await vi.advanceTimersByTimeAsync(300_000)
    expect([shown.state, save.mock.calls.length]).toEqual(['refused', 1])
  })

  it('keeps drawings separate per symbol', async () => {
    const server = new Server()
    const { keeper, draw, shown } = page(server)
    await settle()
    draw(one('a'))
    keeper.open('X:B')
    await settle()
    expect([said(shown.items), said(server.of('X:A').items)]).toEqual(['', 'a1'])
    keeper.open('X:A')
    expect(said(shown.items)).toBe('a1')
  })

  it('ignores corrupt local storage entries', async () => {
    localStorage.setItem('flowprint:drawings:7:X:A', '{"version":1,"items":5}')
    const { shown } = page(new Server())
    await settle()
    expect([said(shown.items), shown.state]).toEqual(['', 'saved'])
  })
})
