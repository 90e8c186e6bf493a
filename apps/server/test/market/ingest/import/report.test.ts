import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { importFiles, parseImportArguments } from '../../../../src/market/ingest/index.ts'
import { testStore } from '../../../test-database.ts'
import type { TestStore } from '../../../test-database.ts'

const folder = mkdtempSync(join(tmpdir(), 'flowprint-report-'))
let world: TestStore
beforeAll(async () => {
  world = await testStore()
})
afterAll(async () => {
  await world.close()
  rmSync(folder, { recursive: true })
})

async function importText(symbol: string, text: string, ...options: string[]) {
  const file = join(folder, `${symbol.replace(':', '-')}.csv`)
  writeFileSync(file, text)
  const { files, settings } = parseImportArguments([file, '--symbol', symbol, ...options])
  const lines: string[] = []
  const outcome = await importFiles(world.store, files, settings, {
    writeLine: (line) => lines.push(line),
    progress: () => {},
  })
  return { ...outcome, report: lines.join('\n').replaceAll(file, 'FILE') }
}

describe('import report', () => {
  const known = '7,1750507467356000,83.29,0.107,B\n8,1750507467400000,83.30,0.2,S\n'

  test('names different trades with the same id and does not count them as duplicates', async () => {
    const first = await importText('TEST:CONFLICT', `${known}8,1750507467400000,83.31,0.2,S\n`)
    expect(first.summary).toMatchObject({ rows: 3, imported: 2, duplicates: 0, conflicting: 1, rejected: 0 })
    expect(first.report).toContain(
      'FILE: a different trade has the id 8; left out: sell 0.200 at 83.31, 2025-06-21T12:04:27.400Z',
    )
    const second = await importText('TEST:CONFLICT', `${known.replace('0.107', '0.108')}`)
    expect(second.summary).toMatchObject({ rows: 2, imported: 0, duplicates: 1, conflicting: 1 })
    expect(second.report).toContain('FILE: 0 imported, 1 already there, 1 in conflict, 0 left out')
    const third = await importText('TEST:CONFLICT', known)
    expect(third.summary).toMatchObject({ imported: 0, duplicates: 2, conflicting: 0 })
    const trades = await world.store.readTrades((await world.store.findInstrument('TEST:CONFLICT'))!, {
      from: 0,
      to: Infinity,
      limit: 10,
    })
    expect([...trades.qty]).toEqual([107, 200])
  })

  test('names at most twenty of them', async () => {
    const rows = Array.from({ length: 30 }, (_, i) => `${i + 1},17505074673${50 + i}000,83.29,0.107,B\n`).join('')
    await importText('TEST:MANY', rows)
    const { summary, report } = await importText('TEST:MANY', rows.replaceAll(',B', ',S'))
    expect(summary).toMatchObject({ imported: 0, duplicates: 0, conflicting: 30 })
    expect(report.match(/a different trade has the id/g)).toHaveLength(20)
    expect(report).toContain('FILE: 10 more trades are left out because a different trade has their id')
  })

  test('names ids beyond 2^53', async () => {
    const { summary, report } = await importText(
      'TEST:LARGE',
      `${known}18446744073709551615,1750507467401000,83.29,0.107,B\n`,
    )
    expect(summary).toMatchObject({ imported: 3, large_ids: 1 })
    expect(report).toContain('FILE: 1 ids beyond 2^53, the first on line 3: ids are kept as text')
  })

  test.each([
    ['-83.29', '9'],
    ['83.29', '-9'],
  ])('rejects the price %s with the id %s and names the line', async (price, id) => {
    const { failures } = await importText('TEST:NEGATIVE', `${known}${id},1750507467401000,${price},0.107,B\n`)
    expect(failures).toEqual([expect.stringMatching(/, line 3: the (price|id -9) is negative$/)])
  })
})
