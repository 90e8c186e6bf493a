import { BID } from '@flowprint/orderflow'
import { afterEach, expect, test } from 'vitest'
import { DepthChannel } from '../../../src/market/stream/depth-channel.ts'
import type { LogItem } from '../../../src/market/stream/log-item.ts'
import { createBus } from '../../../src/platform/bus/index.ts'
import { createClock } from '../../../src/platform/clock/index.ts'
import { createLog } from '../../../src/platform/log/index.ts'
import { MemoryDepth } from './memory-depth.ts'
import { LTC, MemoryTape } from './memory-tape.ts'

const T = Date.UTC(2025, 5, 21, 12)
let channel: DepthChannel
afterEach(() => channel.close())

/** A channel without polls: it knows only what the bus tells it. */
async function openChannel(): Promise<{ readonly depth: MemoryDepth; readonly seqs: number[] }> {
  const bus = createBus((error) => {
    throw error
  })
  const depth = new MemoryDepth(bus)
  depth.start(T, [[BID, 8000, 5]])
  const store = new MemoryTape(bus).asStore()
  channel = new DepthChannel(LTC, {
    depth: depth.asStore(),
    store,
    bus,
    clock: createClock(),
    log: createLog('silent'),
  })
  await channel.ready
  const seqs: number[] = []
  channel.relay.listen((item: LogItem) => void seqs.push(item.lastSeq))
  return { depth, seqs }
}

test('a frame that jumps ahead loads the frames before it at once, without a poll', async () => {
  const { depth, seqs } = await openChannel()
  depth.mute = true
  for (let i = 1; i <= 3; i++) depth.change(T + i, [[BID, 7000, i]])
  depth.mute = false
  depth.change(T + 10, [[BID, 7000, 9]])
  await expect.poll(() => seqs).toEqual([2, 3, 4, 5])
  depth.change(T + 11, [[BID, 7000, 10]])
  expect(seqs).toEqual([2, 3, 4, 5, 6])
})

test('a jump beyond what the log still holds restarts its readers at the end', async () => {
  const { depth, seqs } = await openChannel()
  const resets: string[] = []
  channel.onReset((reason) => void resets.push(reason))
  depth.mute = true
  for (let i = 1; i <= 6; i++) depth.change(T + i, [[BID, 7000, i]])
  depth.evicted = 4
  depth.mute = false
  depth.change(T + 10, [[BID, 7000, 9]])
  await expect.poll(() => resets).toEqual(['log'])
  expect(seqs).toEqual([])
  expect(channel.relay.position).toBe(depth.lastSeq)
})
