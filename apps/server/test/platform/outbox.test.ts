// Delivery loop of mails and alerts: delivers due entries once, with limited concurrency.
import { expect, test } from 'vitest'
import { createLog } from '../../src/platform/log/index.ts'
import { startOutboxSender } from '../../src/platform/outbox/index.ts'

const lines: string[] = []
const log = createLog('warn', { stream: { write: (line) => void lines.push(line) } })
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** An outbox of numbers whose attempts the test ends. */
function world(due: number[], parallel = 2) {
  const done: number[] = []
  const waiting: (() => void)[] = []
  const state = { away: false }
  const sender = startOutboxSender<number>({
    lease: async () => {
      if (state.away) throw new Error('the database is away')
      return due.shift() ?? null
    },
    attempt: async (item) => {
      await new Promise<void>((resolve) => waiting.push(resolve))
      done.push(item)
    },
    parallel,
    log,
    failureMessage: 'could not be looked for',
    pollMs: Infinity,
  })
  const finish = async (count = Infinity): Promise<void> => {
    for (let i = 0; i < count && waiting.length > 0; i++) {
      waiting.shift()?.()
      for (let turns = 0; turns < 3; turns++) await turn()
    }
  }
  return { sender, due, done, waiting, state, finish }
}

test('limits concurrent deliveries, and counts all of them', async () => {
  const { sender, done, waiting, finish } = world([1, 2, 3, 4, 5])
  const sent = sender.sendDue()
  await turn()
  expect(waiting).toHaveLength(2)
  await finish()
  expect(await sent).toBe(5)
  expect(done).toEqual([1, 2, 3, 4, 5])
})

test('checks again when notified during a run', async () => {
  const { sender, due, done, waiting, finish } = world([1], 1)
  sender.poll()
  await turn()
  expect(waiting).toHaveLength(1)
  sender.poll()
  await finish(1)
  due.push(2)
  sender.poll()
  await turn()
  await finish()
  expect(done).toEqual([1, 2])
})

test('stop waits for running deliveries and starts no others', async () => {
  const { sender, due, done, finish } = world([1, 2, 3], 1)
  sender.poll()
  await turn()
  let stopped = false
  const stop = sender.stop().then(() => (stopped = true))
  await turn()
  expect(stopped).toBe(false)
  await finish()
  await stop
  expect(done).toEqual([1])
  expect(due).toEqual([2, 3])
})

test('reports an unavailable database, and continues at the next check', async () => {
  const { sender, done, state, finish } = world([1])
  state.away = true
  sender.poll()
  for (let turns = 0; turns < 3; turns++) await turn()
  expect(lines.join()).toContain('could not be looked for')
  state.away = false
  sender.poll()
  await turn()
  await finish()
  expect(done).toEqual([1])
})
