import { checkAction, checkOptions, MAX_ACTIONS } from './check-practice.ts'
import type { BookLevels, Level } from './book-levels.ts'
import type { PracticeAction, PracticeEntry, PracticeJournal, PracticeOptions } from './practice.ts'
import { OrderflowError } from '../errors.ts'

const FORMAT = 'flowprint-practice'
const VERSION = 1

/** A journal as JSON text. */
export function encodePractice({ options, entries, books }: PracticeJournal): string {
  return JSON.stringify({ format: FORMAT, version: VERSION, options, entries, books })
}

/**
 * Reads a journal.
 *
 * Throws  OrderflowError FOREIGN (not a practice journal), VERSION (of another version), CORRUPT (the message names the field).
 */
export function decodePractice(text: string): PracticeJournal {
  const value = recordOf(parse(text))
  if (value === null || value.format !== FORMAT) throw new OrderflowError('FOREIGN', 'this is not a practice journal')
  if (value.version !== VERSION) {
    throw new OrderflowError('VERSION', `a practice journal of version ${String(value.version)}`)
  }
  const options = at('options', () => optionsOf(value.options))
  const entries = listOf('entries', value.entries, entryOf)
  if (entries.length > MAX_ACTIONS) throw corrupt('entries', `more than ${MAX_ACTIONS}`)
  entries.forEach((entry, i) => {
    const previous = i === 0 ? { trades: 0, time: options.startMs } : entries[i - 1].at
    if (entry.at.trades < previous.trades || entry.at.time < previous.time) {
      throw corrupt(`entries[${i}].at`, 'before the one it follows')
    }
  })
  return { options, entries, books: listOf('books', value.books, bookOf) }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

const corrupt = (field: string, what: string) => new OrderflowError('CORRUPT', `practice journal, ${field}: ${what}`)

/** Names the field of any error inside. */
function at<T>(field: string, read: () => T): T {
  try {
    return read()
  } catch (error) {
    throw corrupt(field, error instanceof Error ? error.message : String(error))
  }
}

function listOf<T>(field: string, value: unknown, read: (value: unknown) => T): T[] {
  if (!Array.isArray(value)) throw corrupt(field, 'not a list')
  return value.map((each, i) => at(`${field}[${i}]`, () => read(each)))
}

function recordOf(value: unknown): Record<string, unknown> | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : null
}

function fieldsOf(value: unknown): Record<string, unknown> {
  const record = recordOf(value)
  if (record === null) throw new RangeError('not an object')
  return record
}

function numberOf(name: string, value: unknown): number {
  if (typeof value !== 'number') throw new RangeError(`${name} is not a number`)
  return value
}

const numberOrNull = (name: string, value: unknown): number | null => (value === null ? null : numberOf(name, value))

function oneOf<const T extends string>(name: string, value: unknown, values: readonly T[]): T {
  const found = values.find((each) => each === value)
  if (found === undefined) throw new RangeError(`${name} is not one of ${values.join(', ')}`)
  return found
}

function optionsOf(value: unknown): PracticeOptions {
  const fields = fieldsOf(value)
  const options = {
    startMs: numberOf('startMs', fields.startMs),
    startTick: numberOrNull('startTick', fields.startTick),
    makerPpm: numberOf('makerPpm', fields.makerPpm),
    takerPpm: numberOf('takerPpm', fields.takerPpm),
    slippageTicks: numberOf('slippageTicks', fields.slippageTicks),
  }
  checkOptions(options)
  return options
}

function entryOf(value: unknown): PracticeEntry {
  const fields = fieldsOf(value)
  const position = fieldsOf(fields.at)
  const trades = numberOf('trades', position.trades)
  if (!(Number.isSafeInteger(trades) && trades >= 0)) throw new RangeError('trades is not a whole number >= 0')
  const action = actionOf(fieldsOf(fields.action))
  checkAction(action)
  return { at: { trades, time: numberOf('time', position.time) }, action }
}

function actionOf(fields: Record<string, unknown>): PracticeAction {
  const kind = oneOf('kind', fields.kind, ['place', 'move', 'cancel'])
  if (kind === 'cancel') return { kind, order: numberOf('order', fields.order) }
  if (kind === 'move') return { kind, order: numberOf('order', fields.order), tick: numberOf('tick', fields.tick) }
  if (typeof fields.reduceOnly !== 'boolean') throw new RangeError('reduceOnly is not true or false')
  return {
    kind,
    side: oneOf('side', fields.side, ['buy', 'sell']),
    type: oneOf('type', fields.type, ['market', 'limit', 'stop']),
    lots: numberOf('lots', fields.lots),
    tick: numberOrNull('tick', fields.tick),
    reduceOnly: fields.reduceOnly,
    stopTick: numberOrNull('stopTick', fields.stopTick),
    targetTick: numberOrNull('targetTick', fields.targetTick),
  }
}

function bookOf(value: unknown): readonly [number, BookLevels | null] {
  if (!Array.isArray(value) || value.length !== 2) throw new RangeError('not a time and a book')
  const time = numberOf('time', value[0])
  if (value[1] === null) return [time, null]
  const { low, high, bids, asks } = fieldsOf(value[1])
  return [
    time,
    {
      low: tickOf('low', low),
      high: tickOf('high', high),
      bids: sideOf('bids', bids, -1),
      asks: sideOf('asks', asks, 1),
    },
  ]
}

function tickOf(name: string, value: unknown): number {
  const tick = numberOf(name, value)
  if (!Number.isSafeInteger(tick)) throw new RangeError(`${name} is not a whole number`)
  return tick
}

/** Levels from the touch outwards: ticks ascend for asks (1) and descend for bids (-1). */
function sideOf(name: string, value: unknown, direction: 1 | -1): Level[] {
  if (!Array.isArray(value)) throw new RangeError(`${name} is not a list`)
  const levels = value.map((level: unknown): Level => {
    if (!Array.isArray(level) || level.length !== 2) throw new RangeError(`${name} has no pairs of price and quantity`)
    const lots = tickOf(name, level[1])
    if (lots < 1) throw new RangeError(`${name} has a quantity of ${lots}`)
    return [tickOf(name, level[0]), lots]
  })
  levels.forEach(([tick], i) => {
    if (i > 0 && (tick - levels[i - 1][0]) * direction <= 0)
      throw new RangeError(`${name} is not sorted from the touch`)
  })
  return levels
}
