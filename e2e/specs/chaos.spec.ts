import { expect, test } from '@playwright/test'
import { PageObserver } from '../reliability/page-observer.ts'
import { Chaos } from '../chaos/run-chaos.ts'
import { SPEC_PORT } from '../support/environment.ts'

// A short version of `npm run chaos` (docs/reliability.md).
test(
  'tape, bars, books, acknowledged trades and page match the source after failures of every exchange and a kill',
  { tag: '@long' },
  async () => {
    test.setTimeout(300_000)
    const chaos = await Chaos.prepare({
      minutes: 2,
      speed: 10,
      seed: 11,
      port: SPEC_PORT,
      kills: 1,
      onStart: (url, token) => observer.open(url, token),
      log: () => {},
    })
    const observer = new PageObserver(chaos.symbols[0])
    try {
      const report = await chaos.run()
      for (const { symbol, trades, bars, acknowledged, bookChanges, bookKnown, faults } of report.markets) {
        expect.soft(faults.slice(0, 5), symbol).toEqual([])
        expect.soft(trades, symbol).toBeGreaterThan(300)
        expect.soft(bars, symbol).toBeGreaterThan(4)
        expect.soft(acknowledged, symbol).toBeGreaterThan(0)
        expect.soft(bookChanges, symbol).toBeGreaterThan(300)
        expect.soft(bookKnown, symbol).toBeGreaterThan(0.3)
      }
      expect(await observer.compare(report)).toBeGreaterThan(3)
    } finally {
      await observer.close()
      await chaos.stop()
    }
  },
)
