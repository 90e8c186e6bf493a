import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sqlTextsIn, sqlTextsOf } from '../../../../../tools/sql-texts.mjs'
import { DepthPartitions } from '../../../src/market/store/depth/partitions.ts'
import { DerivativesPartitions } from '../../../src/market/store/derivatives/partitions.ts'
import { testStore } from '../../test-database.ts'
import type { TestStore } from '../../test-database.ts'

/** The tables of the tape, of books and of derivatives data, one row or many per instrument. `instrument` itself is the list of all instruments. */
const TABLES = [
  'tape_head',
  'tape_log',
  'tape_chunk',
  'footprint_block',
  'coverage',
  'recommended_precision',
  'depth_head',
  'depth_log',
  'depth_chunk',
  'derivatives_head',
  'liquidation',
  'liquidation_coverage',
  'market_stat',
]
const isAboutTape = (text: string): boolean =>
  TABLES.some((table) => new RegExp(`\\b(?:from|into|update|join|,)\\s+${table}\\b`).test(text))

const SOURCES = join(import.meta.dirname, '../../../src')
const statements = sqlTextsIn(SOURCES).filter(({ text }) => isAboutTape(text))

let world: TestStore
beforeAll(async () => {
  world = await testStore()
  await world.store.createPartitions(Date.UTC(2025, 5, 1))
  await new DepthPartitions(world.database.url).createAhead(Date.UTC(2025, 5, 1))
  await new DerivativesPartitions(world.database.url).createAhead(Date.UTC(2025, 5, 1))
})
afterAll(() => world.close())

interface Plan {
  readonly 'Relation Name'?: string
  readonly Plans?: readonly Plan[]
  readonly [property: string]: unknown
}

/** Scans of tables of the tape whose conditions do not contain the instrument. */
async function scansOfEveryInstrument(text: string): Promise<string[]> {
  // The plan for any values of the parameters; a list of rows that the code interpolates is one or two rows here.
  const planned = text
    .replace('(hour_ts, part) in (0)', '(hour_ts, part) in ((0, 0))')
    .replace('(values 0)', '(values (0, 0::bigint, 0::bigint, 0::bigint), (1, 0, 0, 0))')
  const { rows } = await world.database.pool.query(`explain (generic_plan, costs off, format json) ${planned}`)
  const found: string[] = []
  const visit = (plan: Plan, above: string): void => {
    const table = plan['Relation Name']
    const isScan = plan['Node Type'] !== 'ModifyTable'
    const conditions = `${above} ${JSON.stringify({ ...plan, Plans: undefined })}`
    const isTape =
      table !== undefined &&
      TABLES.some((name) => new RegExp(`^${name}(_(levels|1s|5s|1m))?(_2\\d{3}.*)?$`).test(table))
    if (isTape && isScan && !/\binstrument_id = /.test(conditions)) found.push(table)
    for (const inner of plan.Plans ?? []) visit(inner, plan['Node Type'] === 'Nested Loop' ? conditions : '')
  }
  visit(rows[0]['QUERY PLAN'][0].Plan, '')
  return found
}

describe('statements about the tape', () => {
  test('are found in the sources', () => {
    expect(statements.length).toBeGreaterThan(60)
    for (const table of TABLES) expect(statements.filter(({ text }) => text.includes(table)).length).toBeGreaterThan(2)
    expect(new Set(statements.map(({ file }) => file.split('/').slice(0, 2).join('/')))).toEqual(
      new Set(['market/store']),
    )
  })

  test.each(statements.map(({ file, text }) => [file, text]))('read one instrument: %s: %s', async (_file, text) => {
    expect(await scansOfEveryInstrument(text)).toEqual([])
  })

  test.each(statements.filter(({ text }) => /^\s*insert/i.test(text)).map(({ text }) => [text]))(
    'write the instrument first: %s',
    (text) => expect(text).toMatch(/insert into \w+ \(instrument_id\b/),
  )
})

describe('the check', () => {
  test.each([
    [
      'without a filter',
      'select part from tape_chunk where hour_ts = $1',
      ['tape_chunk_2025_06', 'tape_chunk_2025_07'],
    ],
    [
      'with a filter on another table',
      'select 1 from tape_head h, coverage c where h.instrument_id = $1',
      ['coverage'],
    ],
    [
      'of a join by instrument',
      'select 1 from tape_head join coverage using (instrument_id) where instrument_id = $1',
      [],
    ],
    ['that counts every row', 'select count(*) from tape_log', ['tape_log']],
    ['with a filter', 'delete from tape_log where instrument_id = any($1::int[])', []],
  ])('finds a statement %s', async (_name, text, tables) => {
    expect(await scansOfEveryInstrument(text)).toEqual(expect.arrayContaining(tables))
    expect((await scansOfEveryInstrument(text)).length > 0).toBe(tables.length > 0)
  })

  test('reads literals, sums, templates, choices and loops', () => {
    const code = `
      const COLUMNS = 'a, ' + 'b'
      const one = 'select ' + COLUMNS + \` from x where id = \${id}\`
      const two = \`select \${isA ? 'a' : 'b'} from x\`
      for (const table of ['y', 'z']) run(\`delete from \${table}\`)
      run('selected')`
    expect(sqlTextsOf(code, 'sample.ts').map(({ text }) => text)).toEqual([
      'select a, b from x where id = 0',
      'select a from x',
      'select b from x',
      'delete from y',
      'delete from z',
    ])
  })
})

describe('partitions', () => {
  test('divide every table that grows with time', async () => {
    const { rows } = await world.database.pool.query(
      'select relname from pg_class where relkind = $1 order by relname',
      ['p'],
    )
    expect(rows.map(({ relname }) => relname)).toEqual([
      'depth_chunk',
      'depth_chunk_1m',
      'depth_chunk_1s',
      'depth_chunk_5s',
      'depth_chunk_levels',
      'depth_log',
      'footprint_block',
      'liquidation',
      'market_stat',
      'tape_chunk',
    ])
  })

  test('are keyed by instrument first', async () => {
    const { rows } = await world.database.pool.query(
      'select indrelid::regclass::text as name, pg_get_indexdef(indexrelid, 1, true) as first from pg_index where indisprimary and indrelid = any($1::text[]::regclass[])',
      [TABLES],
    )
    // coverage has no key: a gap is identified by all its columns.
    expect(rows.map(({ name, first }) => `${name} ${first}`).sort()).toEqual(
      TABLES.filter((table) => table !== 'coverage')
        .map((table) => `${table} instrument_id`)
        .sort(),
    )
  })
})
