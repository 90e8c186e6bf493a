import { expect, test } from 'vitest'
import { createBus, depthTopic, tapeTopic } from '../../src/platform/bus/index.ts'

test('delivers a message to every subscriber of its topic once, in order', () => {
  const bus = createBus(() => {})
  const received: string[] = []
  bus.subscribe<string>('a', (message) => received.push(`1:${message}`))
  bus.subscribe<string>('a', (message) => received.push(`2:${message}`))
  bus.subscribe<string>('b', (message) => received.push(`b:${message}`))
  bus.publish('a', 'x')
  bus.publish('a', 'y')
  expect(received).toEqual(['1:x', '2:x', '1:y', '2:y'])
})

test('reports a subscriber that throws, and delivers to the others', () => {
  const errors: string[] = []
  const bus = createBus((error, topic) => errors.push(`${topic}: ${(error as Error).message}`))
  const received: string[] = []
  bus.subscribe('a', () => {
    throw new Error('broken')
  })
  bus.subscribe<string>('a', (message) => received.push(message))
  bus.publish('a', 'x')
  expect(received).toEqual(['x'])
  expect(errors).toEqual(['a: broken'])
})

test('delivers nothing to an ended subscription, even when it ends during a delivery', () => {
  const bus = createBus(() => {})
  const received: string[] = []
  const end = bus.subscribe<string>('a', (message) => {
    received.push(message)
    end()
  })
  bus.publish('a', 'x')
  bus.publish('a', 'y')
  end()
  expect(received).toEqual(['x'])
})

test('tells the subscribers of trades and of books to follow their logs, and no others', () => {
  const bus = createBus(() => {})
  const received: unknown[] = []
  for (const topic of [tapeTopic('A:B'), depthTopic('A:B'), 'instruments'])
    bus.subscribe(topic, (message) => received.push(message))
  bus.resync('reconnected')
  expect(received).toEqual([
    { kind: 'resync', symbol: 'A:B', reason: 'reconnected' },
    { kind: 'depthResync', symbol: 'A:B', reason: 'reconnected' },
  ])
})
