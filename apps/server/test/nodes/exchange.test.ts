import { afterEach, describe, expect, test, vi } from 'vitest'
import { NodeExchange } from '../../src/platform/exchange/index.ts'
import type { Membership, Topic } from '../../src/platform/exchange/index.ts'
import { createLog } from '../../src/platform/log/index.ts'
import { alone } from '../alone.ts'
import { joinedBuses } from './joined-buses.ts'
import type { JoinedBus } from './joined-buses.ts'
import { until } from '../until.ts'

const exchanges: NodeExchange[] = []
afterEach(() => {
  for (const exchange of exchanges.splice(0)) exchange.close()
})

function open(bus: JoinedBus): NodeExchange {
  const exchange = new NodeExchange({ bus, log: createLog('silent'), intervalMs: 10 })
  exchanges.push(exchange)
  return exchange
}

/** Joins a topic whose state is one text, and keeps what it receives by node. */
function joinWith(exchange: NodeExchange, state: { text: string }, topic: Partial<Topic<string>> = {}) {
  const received = { bodies: [] as string[], nodes: new Map<string, string>(), lost: [] as string[], fulls: 0 }
  const member: Membership<string> = exchange.join<string>('test', {
    collect(isFull) {
      if (isFull) received.fulls++
      return isFull ? state.text : null
    },
    receive(node, body) {
      received.bodies.push(body)
      received.nodes.set(node, body)
    },
    onLost(node, reason) {
      received.nodes.delete(node)
      received.lost.push(reason)
    },
    ...topic,
  })
  return Object.assign(received, { member })
}

describe('exchange between nodes', () => {
  test('repeats the state of every node to all others, and never to itself', async () => {
    const [one, two, three] = joinedBuses(3).map(open)
    const received = [one, two, three].map((exchange, i) => joinWith(exchange, { text: String(i) }))
    await until(() =>
      expect(received.map(({ nodes }) => [...nodes.values()].sort())).toEqual([
        ['1', '2'],
        ['0', '2'],
        ['0', '1'],
      ]),
    )
    await until(() => expect(received[0].bodies.filter((body) => body === '1').length).toBeGreaterThan(2))
  })

  test('sends a change at once', async () => {
    const [one, two] = joinedBuses(2).map(open)
    const sender = joinWith(one, { text: 'state' })
    const received = joinWith(two, { text: '' })
    sender.member.send('change')
    await vi.waitFor(() => expect(received.bodies).toContain('change'), { interval: 1, timeout: 20_000 })
    expect(received.bodies[0]).toBe('change')
  })

  test('sends the whole state to a node that joins later', async () => {
    const [one, two] = joinedBuses(2).map(open)
    const first = joinWith(one, { text: 'state' })
    await until(() => expect(first.fulls).toBeGreaterThan(1))
    const late = joinWith(two, { text: '' })
    await until(() => expect([...late.nodes.values()]).toEqual(['state']))
  })

  test('reports a node that leaves at once, and one that is disconnected after some intervals', async () => {
    const buses = joinedBuses(3)
    const [one, two, three] = buses.map(open)
    const received = joinWith(one, { text: '' })
    const leaving = joinWith(two, { text: 'leaves' })
    joinWith(three, { text: 'disconnected' })
    await until(() => expect([...received.nodes.values()].sort()).toEqual(['disconnected', 'leaves']))
    leaving.member.leave()
    leaving.member.send('afterwards')
    await until(() => expect(received.lost).toEqual(['left']))
    buses[2].setConnected(false)
    await until(() => expect(received.lost).toEqual(['left', 'silent']))
    buses[2].setConnected(true)
    await until(() => expect([...received.nodes.values()]).toEqual(['disconnected']))
    expect(received.bodies).not.toContain('afterwards')
  })

  test('sends heartbeats for a node without changes, and nothing for a node without state', async () => {
    const buses = joinedBuses(2)
    const [one, two] = buses.map(open)
    const received = joinWith(one, { text: '' })
    joinWith(two, { text: '' }, { collect: () => null })
    let published = 0
    buses[1].subscribe('nodes:quiet', () => published++)
    const topic = { collect: vi.fn<() => undefined>(() => undefined) }
    two.join<string>('quiet', topic)
    await until(() => expect(topic.collect.mock.calls.length).toBeGreaterThan(10))
    expect([received.bodies, received.lost, published]).toEqual([[], [], 0])
  })

  test('continues after a message that cannot be sent', async () => {
    const [bus, other] = joinedBuses(2)
    let failures = 3
    const failing: JoinedBus = {
      ...bus,
      publish(topic, message) {
        if (failures-- > 0) throw new Error('MAX_PAYLOAD_EXCEEDED')
        bus.publish(topic, message)
      },
    }
    joinWith(open(failing), { text: 'state' })
    const received = joinWith(open(other), { text: '' })
    await until(() => expect(received.bodies).toContain('state'))
  })

  test('collects nothing in a single process', async () => {
    const exchange = alone()
    const collect = vi.fn<() => string>(() => 'state')
    const timers = vi.spyOn(globalThis, 'setInterval')
    const member = exchange.join<string>('test', { collect, receive: () => {} })
    member.send('change')
    member.leave()
    expect([exchange.isShared, timers.mock.calls.length]).toEqual([false, 0])
    timers.mockRestore()
    exchange.close()
  })
})
