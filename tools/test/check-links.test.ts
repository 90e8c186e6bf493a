import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { findBrokenLinks } from '../check-links.mjs'

const ENTRIES = new Set([
  'README.md',
  'ARCHITECTURE.md',
  'docs',
  'docs/api.md',
  'apps',
  'apps/server',
  'apps/server/src',
  'apps/server/src/main.ts',
  'packages',
  'packages/a',
  'packages/a/src',
  'packages/a/src/bars',
])
const API = '# The API\n\n## What an `account` keeps\n\n## Twice\n\n## Twice\n\n```sh\n# no heading\n```\n'

function faultsOf(text: string, path = 'README.md'): string[] {
  const pages = new Map([
    [path, text],
    ['docs/api.md', API],
  ])
  return findBrokenLinks({ pages, entries: ENTRIES, scripts: new Set(['start', 'check-books']) })
}

describe('links of a page', () => {
  test.each([
    '[a](docs/api.md) [b](docs) [c](docs/) ![d](docs/api.md "title")',
    '[a](docs/api.md#what-an-account-keeps)',
    '[a](docs/api.md#twice-1)',
    '[a](https://example.com/x)',
    '`[a](nowhere.md)`',
    '```\n[a](nowhere.md)\n```',
    'Run `npm run check-books`, `npm start` or `npm ci`.',
    '```\nDATA_DIR=x npm start\n```',
    'npm 11 warns, npm writes them',
    '`apps/server/src/main.ts:3` and `apps/{server,server/src}`',
    '`text/html`, `BTC/USD`, `/order`, `DATA_DIR/lock`',
  ])('%j is right', (text) => {
    expect(faultsOf(text)).toEqual([])
  })

  test.each([
    ['\n[a](nowhere.md)', 'README.md:2: there is no nowhere.md'],
    ['[a](../README.md)', 'README.md:1: there is no ../README.md'],
    ['[a](docs/api.md#no-heading)', 'README.md:1: docs/api.md has no heading #no-heading'],
    ['[a](#here)', 'README.md:1: README.md has no heading #here'],
    ['![a](docs/images/gone.png)', 'README.md:1: there is no docs/images/gone.png'],
    ['Run `npm run chek-books`', 'README.md:1: there is no command chek-books in package.json'],
    ['```sh\nsudo -u me npm run gone -- x\n```', 'README.md:2: there is no command gone in package.json'],
    ['```sh\nPORT=1 npm begin\n```', 'README.md:2: there is no command begin in package.json'],
    ['see `apps/server/src/gone.ts`', 'README.md:1: there is no apps/server/src/gone.ts'],
    ['see `apps/{server,web}`', 'README.md:1: there is no apps/web'],
  ])('%j is wrong', (text, fault) => {
    expect(faultsOf(text)).toEqual([fault])
  })
})

describe('ARCHITECTURE.md', () => {
  const tree = (lines: string): string[] => faultsOf(`# Map\n\n\`\`\`\n${lines}\n\`\`\`\n`, 'ARCHITECTURE.md')

  test('accepts existing folders of the tree, with or without the src of a package', () => {
    expect(
      tree(
        'packages/\n  a/       the engine\n    bars/    bars: in many\n                    lines/ of words\napps/\n  server/src/\n    main.ts   starts',
      ),
    ).toEqual([])
  })

  test('reports entries of the tree that do not exist', () => {
    expect(tree('packages/\n  a/\n    gone/    nothing\napps/\n  web/   pages')).toEqual([
      'ARCHITECTURE.md:6: there is no packages/a/gone',
      'ARCHITECTURE.md:8: there is no apps/web',
    ])
  })

  test('accepts the suffix of a path', () => {
    expect(faultsOf('`src/main.ts` is there, `src/other.ts` is not', 'ARCHITECTURE.md')).toEqual([
      'ARCHITECTURE.md:1: there is no src/other.ts',
    ])
  })
})

test('finds no faults in this repository', () => {
  const root = join(import.meta.dirname, '..', '..')
  const run = spawnSync(process.execPath, [join(root, 'tools/check-links.mjs')], { encoding: 'utf8' })
  expect(run.stderr).toBe('')
  expect(run.status).toBe(0)
})
