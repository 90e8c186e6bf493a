import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

const root = join(import.meta.dirname, '..', '..')

function check(folder: string, floor: number) {
  const args = [join(root, 'tools/check-imports.mjs'), folder, String(floor)]
  const run = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' })
  return { status: run.status, output: run.stdout + run.stderr }
}

describe('import rules', () => {
  const broken = check(join(root, 'tools/broken-sample'), 10)

  test('reports every violation in the broken sample', () => {
    expect(broken.status).toBe(1)
  })

  test.each([
    ['orderflow-is-pure', 'packages/orderflow/src/reads-a-file.ts'],
    ['i18n-is-pure', 'packages/i18n/src/index.ts'],
    ['contract', 'packages/contract/src/knows-the-server.ts'],
    ['venues', 'packages/venues/src/index.ts'],
    ['chart', 'packages/chart/src/index.ts'],
    ['testkit-is-for-tests', 'packages/chart/src/index.ts'],
    ['server', 'apps/server/src/draws.ts'],
    ['web', 'apps/web/src/features/order-flow/stores.ts'],
    ['package-front-door', 'apps/web/src/features/order-flow/page.ts'],
    ['platform-knows-no-module', 'apps/server/src/platform/clock.ts'],
    ['market-knows-no-module', 'apps/server/src/market/ingest/index.ts'],
    ['module-front-door', 'apps/server/src/modules/admin/index.ts'],
    ['module-entry-points', 'apps/server/src/starts.ts'],
    ['composition-root', 'apps/server/src/starts.ts'],
    ['market-front-doors', 'apps/server/src/starts.ts'],
    ['market-parts', 'apps/server/src/market/ingest/feed.ts'],
    ['market-layers', 'apps/server/src/market/store/index.ts'],
    ['features-are-apart', 'apps/web/src/features/order-flow/page.ts'],
    ['shared-is-below', 'apps/web/src/shared/up.ts'],
    ['workers', 'apps/web/src/workers/paints.ts'],
    ['order-flow-model', 'apps/web/src/features/order-flow/model/store.ts'],
    ['order-flow-ui', 'apps/web/src/features/order-flow/ui/section.ts'],
    ['order-flow-chart', 'apps/web/src/features/order-flow/chart/controller.ts'],
    ['order-flow-drawings', 'apps/web/src/features/order-flow/drawings/line.ts'],
    ['order-flow-alerts', 'apps/web/src/features/order-flow/alerts/alert.ts'],
    ['order-flow-panels', 'apps/web/src/features/order-flow/panels/tape/view.ts'],
    ['no-unresolvable', 'apps/web/src/shared/missing.ts'],
    ['no-circular', 'apps/web/src/shared/round.ts'],
  ])('rule %s catches %s', (rule, file) => {
    expect(broken.output).toContain(`${rule}: ${file} imports`)
  })

  test('fails when too few modules are found', () => {
    expect(check(join(root, 'tools/broken-sample'), 10_000).output).toContain('the parser does not work')
  })
})
