import { describe, expect, test } from 'vitest'
import { BusinessEvents } from '../../src/platform/events/index.ts'

const client = { query: async () => ({ rows: [] }) } as never

describe('events between modules', () => {
  test('reach their handlers one after the other in order, in the same transaction', async () => {
    const events = new BusinessEvents()
    const received: string[] = []
    events.on('accountActivated', async (given, { accountId }) => {
      await new Promise((resolve) => setTimeout(resolve, 1))
      received.push(`first ${accountId} ${given === client}`)
    })
    events.on('accountActivated', async () => void received.push('second'))
    events.on('orderReversed', async () => void received.push('other'))
    await events.emit(client, 'accountActivated', { accountId: 7, at: 0 })
    expect(received).toEqual(['first 7 true', 'second'])
  })

  test('fail as a whole when a handler fails, without calling later ones', async () => {
    const events = new BusinessEvents()
    let asked = false
    events.on('accountActivated', () => Promise.reject(new Error('no')))
    events.on('accountActivated', async () => void (asked = true))
    await expect(events.emit(client, 'accountActivated', { accountId: 1, at: 0 })).rejects.toThrow('no')
    expect(asked).toBe(false)
  })

  test('need no handler', async () => {
    await expect(
      new BusinessEvents().emit(client, 'accountActivated', { accountId: 1, at: 0 }),
    ).resolves.toBeUndefined()
  })
})
