import { afterEach, describe, expect, it, vi } from 'vitest'
import { stubStorage } from '../browser-storage.ts'

/** The module as a page loads it. */
async function openPage() {
  vi.resetModules()
  return import('../../src/features/order-flow/panels/replay/replay-minutes.ts')
}

afterEach(() => vi.unstubAllGlobals())

describe('the minutes that a replay steps by', () => {
  it('are five at first, and those chosen last on this device afterwards', async () => {
    const storage = stubStorage()
    const { useReplayMinutes } = await openPage()
    expect(useReplayMinutes.getState().minutes).toBe(5)
    useReplayMinutes.getState().choose(30)
    expect(useReplayMinutes.getState().minutes).toBe(30)
    expect({ ...storage }).toEqual({ 'flowprint:replayMinutes': '30' })
    expect((await openPage()).useReplayMinutes.getState().minutes).toBe(30)
  })

  it.each(['7', '', 'x', '5.0'])('are five when %j is stored', async (stored) => {
    stubStorage({ 'flowprint:replayMinutes': stored })
    expect((await openPage()).useReplayMinutes.getState().minutes).toBe(5)
  })
})
