import type { FakeExchange } from '@flowprint/testkit'

/** One thing that goes wrong with one exchange; `lastsMs` (of our time) later it is over. */
export interface Trouble {
  readonly name: string
  readonly lastsMs: number
  start(exchange: FakeExchange): void
  stop?(exchange: FakeExchange): void
}

/** Random whole number from low to high. */
type Between = (low: number, high: number) => number

const TROUBLES: readonly ((between: Between) => Trouble)[] = [
  (between) => count('drop', (faults, n) => (faults.drop += n), between(1, 60)),
  (between) => count('duplicate', (faults, n) => (faults.duplicate += n), between(1, 40)),
  (between) => ({
    name: 'reorder',
    lastsMs: between(500, 1_500),
    start: ({ faults }) => void (faults.reorder = between(2, 8)),
    stop: ({ faults }) => void (faults.reorder = 0),
  }),
  (between) => ({
    name: 'delay',
    lastsMs: between(500, 2_000),
    start: ({ faults }) => void (faults.delayMs = between(20, 150)),
    stop: ({ faults }) => void (faults.delayMs = 0),
  }),
  (between) => ({
    name: 'freeze, then a burst',
    lastsMs: between(300, 2_500),
    start: ({ faults }) => void (faults.frozen = true),
    stop: (exchange) => exchange.thaw(),
  }),
  (between) => count('id gap beyond REST', (faults, n) => (faults.lose += n), between(1, 5)),
  (between) => count('garbage', (faults, n) => (faults.garbage += n), between(1, 10)),
  (between) => count('429', (faults, n) => (faults.tooMany += n), between(1, 3)),
  (between) => count('5xx', (faults, n) => (faults.serverErrors += n), between(1, 3)),
  (between) => count('broken answers', (faults, n) => (faults.brokenAnswers += n), between(1, 2)),
  () => ({ name: 'cut', lastsMs: 0, start: (exchange) => exchange.cut() }),
  (between) => ({
    name: 'shutdown announced',
    lastsMs: 0,
    start: (exchange) => exchange.shutDown(between(500, 3_000)),
  }),
  (between) => {
    const ms = between(-2_000, 2_000)
    return {
      name: 'clock jump',
      lastsMs: between(1_000, 4_000),
      start: (exchange) => exchange.jumpClock(ms),
      stop: (exchange) => exchange.jumpClock(-ms),
    }
  },
]

/** Rare ones: what only a watchdog notices takes it many seconds. */
const SLOW_TROUBLES: readonly ((between: Between) => Trouble)[] = [
  () => ({
    name: 'half-open',
    lastsMs: 20_000,
    start: ({ faults }) => void (faults.halfOpen = true),
    stop: ({ faults }) => void (faults.halfOpen = false),
  }),
  (between) => ({
    name: 'refused',
    lastsMs: between(2_000, 5_000),
    start: (exchange) => {
      exchange.faults.refuseWith = 503
      exchange.cut()
    },
    stop: ({ faults }) => void (faults.refuseWith = null),
  }),
  (between) => ({
    name: 'silent route',
    lastsMs: between(2_000, 4_000),
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

/** The next trouble of a seeded run: now and then a slow one, where the run is long enough for those. */
export function nextTrouble(random: () => number, withSlow: boolean): Trouble {
  const between: Between = (low, high) => low + Math.floor(random() * (high - low + 1))
  const list = withSlow && random() < 0.06 ? SLOW_TROUBLES : TROUBLES
  return list[Math.floor(random() * list.length)](between)
}

function count(name: string, add: (faults: FakeExchange['faults'], n: number) => void, n: number): Trouble {
  return { name: `${name} x ${n}`, lastsMs: 0, start: ({ faults }) => add(faults, n) }
}
