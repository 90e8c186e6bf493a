import { expect, test } from '@playwright/test'
import { missingRequirement, Upgrade } from '../upgrade/run-upgrade.ts'

// docs/operating/upgrade.md, "A cluster, without interruption".
test(
  'nodes of two releases serve one installation: old ones go on and start again on the newer schema, and nothing is lost or doubled',
  { tag: '@long' },
  async () => {
    test.setTimeout(240_000)
    if (missingRequirement !== null) {
      console.log(missingRequirement)
      return
    }
    const upgrade = new Upgrade((line) => console.log(`upgrade: ${line}`))
    try {
      const { errors, trades, alerts, reconnects } = await upgrade.run()
      console.log(
        `upgrade: ${trades} trades, ${alerts} alerts, stream clients connected again ${reconnects.join(' and ')} times`,
      )
      expect(errors.slice(0, 20)).toEqual([])
      expect(trades).toBeGreaterThan(500)
      expect(alerts).toBeGreaterThan(3)
      for (const count of reconnects) expect(count).toBeGreaterThan(0)
    } finally {
      await upgrade.stop()
    }
  },
)
