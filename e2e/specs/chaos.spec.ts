import { expect, test } from '@playwright/test'
import { BrowserEye } from '../chaos/browser-eye.ts'
import { Chaos } from '../chaos/run-chaos.ts'
import { OWN_PORT } from '../support/places.ts'

// The long run is `npm run chaos` (docs/reliability.md); this one is a sample of it.
test('after troubles at every exchange and a kill, tape, bars, acknowledged trades and page are those of the source', async () => {
  test.setTimeout(300_000)
  const chaos = await Chaos.prepare({
    minutes: 2,
    speed: 10,
    seed: 11,
    port: OWN_PORT,
    kills: 1,
    onStart: (url, token) => eye.open(url, token),
    say: () => {},
  })
  const eye = new BrowserEye(chaos.symbols[0])
  try {
    const report = await chaos.run()
    for (const { symbol, trades, bars, acknowledged, faults } of report.markets) {
      expect.soft(faults.slice(0, 5), symbol).toEqual([])
      expect.soft(trades, symbol).toBeGreaterThan(300)
      expect.soft(bars, symbol).toBeGreaterThan(4)
      expect.soft(acknowledged, symbol).toBeGreaterThan(0)
    }
    expect(await eye.compare(report)).toBeGreaterThan(3)
  } finally {
    await eye.close()
    await chaos.stop()
  }
})
