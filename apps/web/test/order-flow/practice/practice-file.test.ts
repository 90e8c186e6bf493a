import { OrderflowError, type PracticeJournal } from '@flowprint/orderflow'
import { describe, expect, it } from 'vitest'
import {
  decodePracticeFile,
  encodePracticeFile,
  PracticeFileSymbol,
} from '../../../src/features/order-flow/panels/practice/practice-file.ts'
import { limitOrder, UNITS } from './make-replay.ts'

const market = { symbol: 'TEST:A', units: UNITS }
const journal: PracticeJournal = {
  options: { startMs: 5, startTick: 100, makerPpm: 200, takerPpm: 500, slippageTicks: 1 },
  entries: [{ at: { trades: 2, time: 9 }, action: limitOrder('buy', 99, 2) }],
  books: [[9, null]],
}
const text = encodePracticeFile({ ...market, journal })

describe('the file of a practice session', () => {
  it('returns the journal it was made of', () => {
    expect(decodePracticeFile(text, market)).toEqual(journal)
  })

  it('refuses other markets and other files', () => {
    expect(() => decodePracticeFile(text, { ...market, symbol: 'TEST:B' })).toThrow(PracticeFileSymbol)
    for (const other of ['', '[]', '{"a":1}', '"text"']) {
      expect(() => decodePracticeFile(other, market)).toThrow(OrderflowError)
    }
  })

  it.each([
    ['tick_size', text.replace('"tick_size":"0.5"', '"tick_size":"0.1"')],
    ['lot_size', text.replace('"lot_size":"0.001"', '"lot_size":1')],
    ['entries[0]', text.replace('"lots":2', '"lots":-2')],
    ['options', text.replace('"makerPpm":200', '"makerPpm":"x"')],
  ])('names the damaged field %s', (field, damaged) => {
    expect(() => decodePracticeFile(damaged, market)).toThrow(field)
  })
})
