import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isPaletteKey } from '../../src/app/palette/palette-host.tsx'
import { buildCommandIndex } from '../../src/app/palette/search-commands.ts'
import { COMMAND_GROUPS, type Command } from '../../src/shared/commands/commands.ts'

const command = (id: string, group: Command['group'], label: string, changes: Partial<Command> = {}): Command => ({
  id,
  group,
  label,
  run() {},
  ...changes,
})

const COMMANDS = [
  command('symbol:BINANCE:BTCUSDT', 'symbol', 'BTC/USDT', { note: 'Binance', keywords: 'BINANCE:BTCUSDT' }),
  command('symbol:OKX:BTCUSDT', 'symbol', 'BTC/USDT', { note: 'OKX', keywords: 'OKX:BTCUSDT' }),
  command('study:imbalances', 'study', '堆叠失衡', { keywords: 'imbalances' }),
  command('study:cvd', 'study', 'Cumulative delta (CVD)'),
  command('layout:undo', 'layout', 'Undo the last layout change', { keywords: 'undo layout' }),
  command('help:imbalance', 'help', 'Imbalance'),
]
const find = (query: string, recent: readonly string[] = []) =>
  buildCommandIndex(COMMANDS, recent)
    .find(query)
    .flatMap(({ items }) => items.map(({ id }) => id))

describe('the search of the command palette', () => {
  it.each([
    ['btcu', ['symbol:BINANCE:BTCUSDT', 'symbol:OKX:BTCUSDT']],
    ['btc okx', ['symbol:OKX:BTCUSDT']],
    ['失衡', ['study:imbalances']],
    ['CVD', ['study:cvd']],
    ['cumulatve', ['study:cvd']],
    ['undo', ['layout:undo']],
    ['nothing like it', []],
  ])('%s', (query, ids) => expect(find(query)).toEqual(ids))

  it('lists the group of the best command first', () => {
    expect(
      buildCommandIndex(COMMANDS, [])
        .find('imbalance')
        .map(({ group }) => group),
    ).toEqual(['help', 'study'])
  })

  it('lists recent commands first when nothing is typed, and none of them twice', () => {
    const recent = ['study:cvd', 'gone:command', 'layout:undo']
    const lists = buildCommandIndex(COMMANDS, recent).find('  ')
    expect(lists[0]).toMatchObject({ group: 'recent', items: [{ id: 'study:cvd' }, { id: 'layout:undo' }] })
    const ids = lists.flatMap(({ items }) => items.map(({ id }) => id))
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids.toSorted()).toEqual(COMMANDS.map(({ id }) => id).toSorted())
  })

  it('finds every command by its label and lists no command twice', () => {
    const label = fc.stringMatching(/^[a-z0-9失衡布局]{1,8}( [a-z0-9失衡布局]{1,8})?$/)
    const list = fc.array(fc.record({ label, group: fc.constantFrom(...COMMAND_GROUPS) }), {
      minLength: 1,
      maxLength: 30,
    })
    fc.assert(
      fc.property(list, (made) => {
        const commands = made.map(({ label: text, group }, at) => command(`id:${at}`, group, text))
        const index = buildCommandIndex(commands, [])
        for (const { id, label: text } of commands) {
          const found = index.find(text).flatMap(({ items }) => items.map((item) => item.id))
          expect(found).toContain(id)
          expect(new Set(found).size).toBe(found.length)
        }
      }),
      { numRuns: 50 },
    )
  })
})

describe('the key of the command palette', () => {
  const press = { key: 'k', ctrlKey: false, metaKey: false, altKey: false, shiftKey: false }
  it.each([
    [{ ctrlKey: true }, true],
    [{ metaKey: true, key: 'K' }, true],
    [{}, false],
    [{ ctrlKey: true, metaKey: true }, false],
    [{ ctrlKey: true, shiftKey: true }, false],
    [{ ctrlKey: true, altKey: true }, false],
    [{ ctrlKey: true, key: 'j' }, false],
  ])('%o: %s', (changes, isKey) => expect(isPaletteKey({ ...press, ...changes })).toBe(isKey))
})
