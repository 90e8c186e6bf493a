import { afterEach, expect, test } from 'vitest'
import { WorkThread } from '../../../src/market/store/work-thread.ts'
import type { ThreadJob } from './work-thread-script.ts'

type Thread = WorkThread<ThreadJob, Uint8Array<ArrayBuffer>>
let thread: Thread
afterEach(() => thread.close())

function start(): Thread['run'] {
  const script = new URL('./work-thread-script.ts', import.meta.url)
  thread = new WorkThread({ script, name: 'test', maxHeapMb: 64 })
  return (job, transfer) => thread.run(job, transfer)
}

const textOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString()

test('does jobs in order, each with its own result', async () => {
  const run = start()
  const finished: number[] = []
  const results = await Promise.all(
    [30, 1, 10, 2].map(async (spinMs, i) => {
      const bytes = await run({ text: `job ${i}`, spinMs })
      finished.push(i)
      return textOf(bytes)
    }),
  )
  expect(results).toEqual(['job 0', 'job 1', 'job 2', 'job 3'])
  expect(finished).toEqual([0, 1, 2, 3])
})

test('works while the event loop of the caller turns', async () => {
  const run = start()
  const gate = new Int32Array(new SharedArrayBuffer(4))
  const waiting = run({ text: 'through the gate', gate })
  await new Promise((resolve) => setTimeout(resolve, 1))
  // In the caller's thread the gate would never open.
  Atomics.store(gate, 0, 1)
  Atomics.notify(gate, 0)
  expect(textOf(await waiting)).toBe('through the gate')
})

test('rejects with the error of the work, and does the next job', async () => {
  const run = start()
  const failed = run({ text: 'no', fails: true })
  const next = run({ text: 'yes' })
  await expect(failed).rejects.toThrow(new RangeError('Condition failed: had no'))
  expect(textOf(await next)).toBe('yes')
})

test.each(['exits', 'fillsHeap'] as const)('rejects what waits when the thread %s, and starts another', async (how) => {
  const run = start()
  const results = await Promise.allSettled([run({ text: 'lost', [how]: true }), run({ text: 'behind it' })])
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(textOf(await run({ text: 'again' }))).toBe('again')
})

test('rejects what runs and what follows when it is closed', async () => {
  const run = start()
  const running = run({ text: 'unfinished', spinMs: 60_000 })
  const closed = thread.close()
  await expect(running).rejects.toThrow('the test thread ended')
  await closed
  await expect(run({ text: 'late' })).rejects.toThrow('the test thread ended')
  expect(thread.isReady).toBe(false)
})

test('moves the buffers it is given', async () => {
  const run = start()
  const bytes = Uint8Array.from([1, 2, 3])
  expect(Array.from(await run({ text: '', bytes }, [bytes.buffer]))).toEqual([1, 2, 3])
  expect(bytes.length).toBe(0)
})
