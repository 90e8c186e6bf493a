import { describe, expect, it } from 'vitest'
import { ChangeLog } from '../../src/model/change-log.ts'

describe('the log of changes', () => {
  it('says the least bar changed since a layer last looked', () => {
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

  it('a layer that looked too long ago must paint everything', () => {
    const log = new ChangeLog()
    const start = log.epoch
    for (let n = 0; n < 200; n++) log.add(n)
    expect(log.since(start)).toBe(-Infinity)
    expect(log.since(log.epoch - 3)).toBe(197)
  })

  it('a change of everything is -Infinity', () => {
    const log = new ChangeLog()
    log.add(-Infinity)
    expect(log.since(0)).toBe(-Infinity)
  })
})
