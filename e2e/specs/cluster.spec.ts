import { expect, test } from '@playwright/test'
import { Cluster, missingPackages } from '../cluster/run-cluster.ts'

/** The requirements are measured by `npm run cluster`; a busy machine gets more time. */
const SLACK = 3

/** None on a free machine; if trades waited for depth, hundreds would be late. */
const MAX_LATE = 50

// `npm run cluster` (docs/reliability.md).
test(
  'a cluster loses, doubles and invents nothing under any fault, and recovers in time',
  { tag: '@long' },
  async () => {
    test.setTimeout(900_000)
    if (missingPackages !== null) {
      console.log(missingPackages)
      return
    }
    const cluster = new Cluster({ speed: 4, seed: 1, log: (line) => console.log(`cluster: ${line}`) })
    try {
      const { faults, errors, alerts, payments, pageBars, bookFrames, knownShare } = await cluster.run()
      expect.soft(errors.slice(0, 20)).toEqual([])
      for (const { fault, recoverySeconds, maxSeconds, lost, isOfDepth, replayed } of faults) {
        expect.soft(recoverySeconds, `${fault}: seconds to recover`).toBeLessThan(SLACK * maxSeconds)
        expect.soft(lost, `${fault}: trades lost`).toBe(0)
        if (isOfDepth) expect.soft(replayed, `${fault}: trades late`).toBeLessThan(MAX_LATE)
      }
      expect(faults.length).toBeGreaterThan(12)
      expect(alerts).toBeGreaterThan(20)
      expect(payments).toBeGreaterThan(10)
      expect(pageBars).toBeGreaterThan(3)
      expect(bookFrames).toBeGreaterThan(1_000)
      expect(knownShare).toBeGreaterThan(0.2)
    } finally {
      await cluster.stop()
    }
  },
)
