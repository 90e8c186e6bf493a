import { describe, expect, it } from 'vitest'
import { ChangeLog } from '../../src/model/bar-store.ts'

describe('change log', () => {
  it('returns the lowest bar changed since a layer last checked', () => {
    const log = new ChangeLog()
    const start = log.epoch
    log.add(70)
    const middle = log.epoch
    log.add(50)
    log.add(60)
    expect(log.since(start)).toBe(50)
    expect(log.since(middle)).toBe(50)
    expect(log.since(log.epoch)).toBe(Infinity)
  })

  it("returns -Infinity when the layer's last check is too old", () => {
    const log = new ChangeLog()
    const start = log.epoch
    for (let n = 0; n < 200; n++) log.add(n)
    expect(log.since(start)).toBe(-Infinity)
    expect(log.since(log.epoch - 3)).toBe(197)
  })

  it('returns -Infinity after a change of everything', () => {
    const log = new ChangeLog()
    log.add(-Infinity)
    expect(log.since(0)).toBe(-Infinity)
  })
})
