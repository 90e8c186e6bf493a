import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ASK, BID, foldColumns } from '@flowprint/orderflow'
import type { DepthFrame } from '@flowprint/orderflow'
import { BAR_COLUMNS } from '../../src/bars/bars.ts'
import { TRADE_COLUMNS } from '../../src/trades/trades.ts'
import type { ColumnSpec } from '../../src/columns/column-table.ts'
import { makeChanges, makeSnapshot } from '../depth/depth-arbitraries.ts'
import { plainColumns } from '../depth/depth-log.ts'

/** The rows of the first table of a page, or of the first one below a heading; cells without backticks. */
function firstTable(page: string, heading = ''): string[][] {
  const text = readFileSync(join(import.meta.dirname, '../../../../docs/data', page), 'utf8')
  const lines = text.split('\n')
  const below = heading === '' ? 0 : lines.indexOf(heading)
  const start = lines.findIndex((line, i) => i > below && line.startsWith('| --- |'))
  const end = lines.findIndex((line, i) => i > start && !line.startsWith('|'))
  return lines.slice(start + 1, end).map((line) => {
    return line
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim().replaceAll('`', ''))
  })
}

const typeOf = (spec: ColumnSpec): string => spec.type.name + (spec.optional === true ? ' or null' : '')

describe('docs/data', () => {
  test('bar.md lists exactly the columns of BAR_COLUMNS', () => {
    const columns = Object.entries(BAR_COLUMNS).map(([name, spec]) => [name, typeOf(spec), spec.per, spec.unit])
    expect(firstTable('bar.md').map((cells) => cells.slice(0, 4))).toEqual(columns)
  })

  test('trade.md lists the columns of TRADE_COLUMNS and the text ids', () => {
    const columns = Object.entries(TRADE_COLUMNS).map(([name, spec]) => [name, typeOf(spec), spec.unit])
    expect(firstTable('trade.md').map((cells) => cells.slice(0, 3))).toEqual([
      ...columns,
      ['textId', 'string[] or null', 'id'],
    ])
  })

  const base = { symbol: 'X:Y', proof: 'proven', qtyUnit: '1', window: { low: 0, high: 999 }, reason: '' } as const
  const snapshot = makeSnapshot(0, [
    [BID, 99, 5],
    [ASK, 100, 4],
  ])
  const changes = makeChanges(0, [
    [400, [[BID, 99, 8]]],
    [
      600,
      [
        [ASK, 100, 0],
        [ASK, 101, 6],
      ],
    ],
  ])
  const frames: readonly DepthFrame[] = [
    { ...base, seq: 1, kind: 'start', until: 0, snapshot, changes: null },
    { ...base, seq: 2, kind: 'changes', until: 2000, snapshot: null, changes },
  ]
  const columns = foldColumns(frames, { fromMs: 0, toMs: 2000, step: 1 })
  const typesOf = (value: object): [string, string][] =>
    Object.entries(value).map(([name, field]) => [
      name,
      ArrayBuffer.isView(field) ? field.constructor.name : typeof field,
    ])

  test('book.md lists exactly the fields of columns, snapshots, changes and frames', () => {
    const listed = (heading: string) => firstTable('book.md', heading).map((cells) => cells.slice(0, 2))
    expect(listed('## Columns')).toEqual(typesOf(columns))
    const names = (heading: string) => new Set(listed(heading).map(([name]) => name))
    expect(names('## Snapshot')).toEqual(new Set(Object.keys(snapshot)))
    expect(new Set(listed('## Changes').map(String))).toEqual(new Set(typesOf(changes).map(String)))
    expect(names('## Frame')).toEqual(new Set(Object.keys(frames[0])))
  })

  test('book.md: the example', () => {
    const rows = plainColumns(columns).map(({ state, cells }, i) => [
      String(i * 1000),
      String(state),
      String(columns.bestBid[i]),
      String(columns.bestAsk[i]),
      cells.map(({ side, row, lots, up }) => `(${side}, ${row}, ${lots}, ${up})`).join(' '),
    ])
    expect(firstTable('book.md', '## Example')).toEqual(rows)
  })
})
