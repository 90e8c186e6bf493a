import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { BAR_COLUMNS } from '../../src/bars/bars.ts'
import { TRADE_COLUMNS } from '../../src/trades/trades.ts'
import type { ColumnSpec } from '../../src/columns/column-table.ts'

/** The rows of the first table of a page, cells without backticks. */
function firstTable(page: string): string[][] {
  const text = readFileSync(join(import.meta.dirname, '../../../../docs/data', page), 'utf8')
  const lines = text.split('\n')
  const start = lines.findIndex((line) => line.startsWith('| --- |'))
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
})
