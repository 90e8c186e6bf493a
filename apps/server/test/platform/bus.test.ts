import { expect, test } from 'vitest'
import { createBus } from '../../src/platform/bus/index.ts'

test('every subscriber of a topic hears a message once, in order, and others do not', () => {
  const bus = createBus(() => {})
  const heard: string[] = []
  bus.subscribe<string>('a', (message) => heard.push(`1:${message}`))
  bus.subscribe<string>('a', (message) => heard.push(`2:${message}`))
  bus.subscribe<string>('b', (message) => heard.push(`b:${message}`))
  bus.publish('a', 'x')
  bus.publish('a', 'y')
  expect(heard).toEqual(['1:x', '2:x', '1:y', '2:y'])
})

test('a subscriber that throws is reported and keeps nobody else from hearing', () => {
  const errors: string[] = []
  const bus = createBus((error, topic) => errors.push(`${topic}: ${(error as Error).message}`))
  const heard: string[] = []
  bus.subscribe('a', () => {
    throw new Error('broken')
  })
  bus.subscribe<string>('a', (message) => heard.push(message))
  bus.publish('a', 'x')
  expect(heard).toEqual(['x'])
  expect(errors).toEqual(['a: broken'])
})

test('an ended subscription hears nothing, even when it ends while a message is delivered', () => {
  const bus = createBus(() => {})
  const heard: string[] = []
  const end = bus.subscribe<string>('a', (message) => {
    heard.push(message)
    end()
  })
  bus.publish('a', 'x')
  bus.publish('a', 'y')
  end()
  expect(heard).toEqual(['x'])
})
