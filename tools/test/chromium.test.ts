import { expect, test } from 'vitest'
import { ensureChromium } from '../chromium.mjs'

/** Installers that put a browser on the disk, fail, or do not exist on this machine. */
function machine(kinds: ('works' | 'fails' | 'unavailable')[]) {
  const calls: string[] = []
  const lines: string[] = []
  let path: string | null = null
  const installers = kinds.map((kind, i) => ({
    name: `installer ${i}`,
    isAvailable: () => kind !== 'unavailable',
    install: () => {
      calls.push(`installer ${i}`)
      if (kind === 'works') path = `/browser/${i}`
      return kind === 'works'
    },
  }))
  return { calls, lines, options: { find: async () => path, installers, log: (line: string) => void lines.push(line) } }
}

test('an installed browser is used without installing one', async () => {
  const { calls, lines, options } = machine(['works'])
  expect(await ensureChromium({ ...options, find: async () => '/usr/bin/chromium' })).toBe('/usr/bin/chromium')
  expect([calls, lines]).toEqual([[], []])
})

test.each([
  [['works', 'works'] as const, '/browser/0', ['installer 0']],
  [['fails', 'works'] as const, '/browser/1', ['installer 0', 'installer 1']],
  [['fails', 'unavailable'] as const, null, ['installer 0']],
])('without a browser, installers that %s lead to %s', async (kinds, expected, attempted) => {
  const { calls, lines, options } = machine([...kinds])
  expect(await ensureChromium(options)).toBe(expected)
  expect(calls).toEqual(attempted)
  expect(lines).toHaveLength(attempted.length)
})
