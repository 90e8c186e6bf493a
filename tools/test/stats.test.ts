import { expect, test } from 'vitest'
import { countByPackage, kindOf, packageOf } from '../stats.mjs'

test.each([
  ['apps/web/src/main.tsx', 'product', 'apps/web'],
  ['packages/chart/src/index.ts', 'product', 'packages/chart'],
  ['packages/chart/test/scale.test.ts', 'tests', 'packages/chart'],
  ['packages/testkit/src/index.ts', 'tests', 'packages/testkit'],
  ['e2e/specs/home.spec.ts', 'tests', 'e2e'],
  ['apps/web/src/app/layout.module.css', 'css', 'apps/web'],
  ['tools/stats.d.ts', null, 'tools'],
])('%s counts as %s of %s', (path, kind, name) => {
  expect(kindOf(path)).toBe(kind)
  expect(packageOf(path)).toBe(name)
})

test('adds up files and lines per package and kind', () => {
  const counted = countByPackage([
    ['apps/web/src/a.ts', 10],
    ['apps/web/src/b.tsx', 5],
    ['apps/web/test/a.test.ts', 7],
    ['apps/web/vite.config.mjs', 100],
  ])
  expect([...counted]).toEqual([['apps/web', { product: { files: 2, lines: 15 }, tests: { files: 1, lines: 7 } }]])
})
