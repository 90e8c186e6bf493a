import type { FakeExchange } from '@flowprint/testkit'

/** A failure of one exchange; `stop` is called after `durationMs` of wall-clock time. */
export interface Failure {
  readonly name: string
  readonly durationMs: number
  start(exchange: FakeExchange): void
  stop?(exchange: FakeExchange): void
}

/** Random integer from low to high, both included. */
type RandomInteger = (low: number, high: number) => number

const FAILURES: readonly ((between: RandomInteger) => Failure)[] = [
  (between) => once('drop', (faults, n) => (faults.drop += n), between(1, 60)),
  (between) => once('duplicate', (faults, n) => (faults.duplicate += n), between(1, 40)),
  (between) => ({
    name: 'reorder',
    durationMs: between(500, 1_500),
    start: ({ faults }) => void (faults.reorder = between(2, 8)),
    stop: ({ faults }) => void (faults.reorder = 0),
  }),
  (between) => ({
    name: 'delay',
    durationMs: between(500, 2_000),
    start: ({ faults }) => void (faults.delayMs = between(20, 150)),
    stop: ({ faults }) => void (faults.delayMs = 0),
  }),
  (between) => ({
    name: 'freeze, then a burst',
    durationMs: between(300, 2_500),
    start: ({ faults }) => void (faults.frozen = true),
    stop: (exchange) => exchange.thaw(),
  }),
  (between) => once('id gap beyond REST', (faults, n) => (faults.lose += n), between(1, 5)),
  (between) => once('drop of a book change', (faults, n) => (faults.dropDepth += n), between(1, 5)),
  (between) => once('garbage', (faults, n) => (faults.garbage += n), between(1, 10)),
  (between) => once('429', (faults, n) => (faults.tooMany += n), between(1, 3)),
  (between) => once('5xx', (faults, n) => (faults.serverErrors += n), between(1, 3)),
  (between) => once('broken answers', (faults, n) => (faults.brokenAnswers += n), between(1, 2)),
  () => ({ name: 'cut', durationMs: 0, start: (exchange) => exchange.cut() }),
  (between) => ({
    name: 'shutdown announced',
    durationMs: 0,
    start: (exchange) => exchange.shutDown(between(500, 3_000)),
  }),
  (between) => {
    const ms = between(-2_000, 2_000)
    return {
      name: 'clock jump',
      durationMs: between(1_000, 4_000),
      start: (exchange) => exchange.jumpClock(ms),
      stop: (exchange) => exchange.jumpClock(-ms),
    }
  },
]

/** Rare failures: those that only a watchdog detects take it many seconds. */
const SLOW_FAILURES: readonly ((between: RandomInteger) => Failure)[] = [
  () => ({
    name: 'half-open',
    durationMs: 20_000,
    start: ({ faults }) => void (faults.halfOpen = true),
    stop: ({ faults }) => void (faults.halfOpen = false),
  }),
  (between) => ({
    name: 'refused',
    durationMs: between(2_000, 5_000),
    start: (exchange) => {
      exchange.faults.refuseWith = 503
      exchange.cut()
    },
    stop: ({ faults }) => void (faults.refuseWith = null),
  }),
  (between) => ({
    name: 'silent route',
    durationMs: between(2_000, 4_000),
    start: (exchange) => {
      exchange.faults.silentRoute = true
      exchange.cut()
    },
    stop: (exchange) => {
      exchange.faults.silentRoute = false
      exchange.cut()
    },
  }),
]

/** The next failure of a seeded run; `withSlow` allows the slow ones, for runs that are long enough. */
export function nextFailure(random: () => number, withSlow: boolean): Failure {
  const between: RandomInteger = (low, high) => low + Math.floor(random() * (high - low + 1))
  const list = withSlow && random() < 0.06 ? SLOW_FAILURES : FAILURES
  return list[Math.floor(random() * list.length)](between)
}

function once(name: string, add: (faults: FakeExchange['faults'], n: number) => void, n: number): Failure {
  return { name: `${name} x ${n}`, durationMs: 0, start: ({ faults }) => add(faults, n) }
}
