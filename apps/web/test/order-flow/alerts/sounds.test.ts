import { ALERT_SOUNDS } from '@flowprint/contract'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { lengthOf, SOUNDS } from '../../../src/features/order-flow/alerts/sound.ts'

describe('the sounds', () => {
  it.each(ALERT_SOUNDS)('%s is short, audible and not loud', (sound) => {
    expect(lengthOf(sound)).toBeLessThanOrEqual(1.5)
    for (const { from, to, peak, length, at } of SOUNDS[sound]) {
      expect(Math.min(from, to)).toBeGreaterThanOrEqual(80)
      expect(Math.max(from, to)).toBeLessThanOrEqual(4000)
      expect(peak).toBeGreaterThan(0.01)
      expect(peak).toBeLessThanOrEqual(0.3)
      expect(length).toBeGreaterThan(0.02)
      expect(at).toBeGreaterThanOrEqual(0)
    }
  })

  it('are distinct, including silence', () => {
    expect(new Set(ALERT_SOUNDS.map((sound) => JSON.stringify(SOUNDS[sound]))).size).toBe(ALERT_SOUNDS.length)
    expect(SOUNDS.none).toEqual([])
  })
})

describe('playback', () => {
  const made: FakeAudio[] = []
  class FakeAudio {
    state = 'suspended'
    currentTime = 10
    destination = {}
    started: number[] = []
    constructor() {
      made.push(this)
    }
    resume() {
      this.state = 'running'
      return Promise.resolve()
    }
    createGain() {
      const ramp = { setValueAtTime: () => undefined, exponentialRampToValueAtTime: () => undefined }
      return { gain: ramp, connect: (to: unknown) => to }
    }
    createOscillator() {
      const ramp = { setValueAtTime: () => undefined, exponentialRampToValueAtTime: () => undefined }
      return {
        type: '',
        frequency: ramp,
        connect: (to: unknown) => to,
        start: (at: number) => this.started.push(at),
        stop: () => undefined,
      }
    }
  }
  beforeEach(() => {
    vi.resetModules()
    made.length = 0
    vi.stubGlobal('AudioContext', FakeAudio)
  })
  afterEach(() => vi.unstubAllGlobals())
  const player = () => import('../../../src/features/order-flow/alerts/sound.ts')

  it('creates no audio before the first gesture', async () => {
    const { playSound } = await player()
    expect(playSound('bell')).toBe(false)
    expect(made).toEqual([])
  })

  it('schedules every tone after the first gesture', async () => {
    const { playSound, unlockSound } = await player()
    const page = new EventTarget()
    const end = unlockSound(page)
    page.dispatchEvent(new Event('keydown'))
    expect(playSound('chime')).toBe(true)
    expect(made[0]?.started).toEqual(SOUNDS.chime.map(({ at }) => 10 + at))
    end()
  })

  it('treats a click on a play button as a gesture', async () => {
    const { playSound } = await player()
    expect(playSound('knock', true)).toBe(true)
    expect(made[0]?.started).toHaveLength(SOUNDS.knock.length)
  })
})
