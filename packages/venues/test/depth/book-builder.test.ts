import { describe, expect, it } from 'vitest'
import type { BookProof } from '@flowprint/orderflow'
import type { WindowRule } from '../../src/depth/book-builder.ts'
import type { BookRule, BookSink, RawDepthMessage, RawLevels } from '../../src/depth/book-rule.ts'
import { SPOT } from '../live/binance-markets.ts'
import { ASK, BID, BuilderBench } from './support/book-track.ts'

interface Step {
  readonly do: 'snapshot' | 'changes' | 'lost'
  readonly t?: number
  readonly b?: RawLevels['bids']
  readonly a?: RawLevels['asks']
  readonly restart?: string
}

/** A rule whose messages say what it finds. */
class ScriptRule implements BookRule {
  readonly proof: BookProof
  constructor(proof: BookProof = 'proven') {
    this.proof = proof
  }
  read(message: RawDepthMessage, sink: BookSink): void {
    for (const step of message.value['steps'] as Step[]) {
      const levels = { bids: step.b ?? [], asks: step.a ?? [] }
      if (step.do === 'snapshot') sink.snapshot(step.t ?? 1, levels, step.restart)
      else if (step.do === 'changes') sink.changes(step.t ?? 1, levels)
      else sink.lost('the rule says so')
    }
  }
}

const LISTING = { ...SPOT, tickSize: '0.5', lotSize: '0.01' }
const SNAPSHOT: Step = {
  do: 'snapshot',
  t: 100,
  b: [
    ['10', '1'],
    ['9.5', '2'],
  ],
  a: [
    ['11', '1'],
    ['11.5', '2'],
  ],
}

function benchOf(window: WindowRule = { kind: 'whole' }, listing = LISTING, qtyUnit = listing.lotSize): BuilderBench {
  return new BuilderBench(listing, window, () => new ScriptRule(), qtyUnit)
}

/** Reads one message with these steps, `afterMs` after the one before. */
function run(bench: BuilderBench, steps: readonly Step[], afterMs = 1): BuilderBench {
  bench.read({ steps }, afterMs)
  return bench
}

describe('quantities', () => {
  it('make the unit finer by powers of ten and keep every quantity', () => {
    const bench = run(benchOf(), [SNAPSHOT])
    expect(bench.track.qtyUnit).toBe('0.01')
    run(bench, [
      {
        do: 'changes',
        t: 101,
        b: [
          ['10', '1.5'],
          ['9', '0.0003'],
        ],
        a: [['11', '3']],
      },
    ])
    expect(bench.track.log.slice(1)).toEqual(['unit 0.0001 x100', 'changes 1'])
    expect(bench.track.levels(LISTING, BID)).toEqual(['10.0 1.5000', '9.5 2.0000', '9.0 0.0003'])
    expect(bench.track.levels(LISTING, ASK)).toEqual(['11.0 3.0000', '11.5 2.0000'])
  })

  it('pass on earlier changes of the message before the finer unit', () => {
    const bench = run(benchOf(), [SNAPSHOT])
    run(bench, [
      { do: 'changes', t: 101, b: [['10', '7']] },
      { do: 'changes', t: 102, b: [['10', '7.001']] },
    ])
    expect(bench.track.log.slice(1)).toEqual(['changes 1', 'unit 0.001 x10', 'changes 1'])
    expect(bench.track.levels(LISTING, BID)[0]).toBe('10.0 7.001')
  })

  it('define the unit of a snapshot', () => {
    const bench = run(benchOf(), [{ ...SNAPSHOT, b: [['10', '2292.22972']] }])
    expect(bench.track.log).toEqual(['snapshot proven'])
    expect(bench.track.qtyUnit).toBe('0.00001')
    expect(bench.track.levels(LISTING, BID)).toEqual(['10.0 2292.22972'])
  })

  it('keep the finer unit for later runs', () => {
    const bench = run(benchOf(), [{ ...SNAPSHOT, b: [['10', '0.001']] }, { do: 'lost' }])
    bench.builder.start('again')
    run(bench, [SNAPSHOT])
    expect(bench.track.qtyUnit).toBe('0.001')
  })

  it.each([
    ['0.25', '0.3', '0.025'],
    ['5', '1', '0.5'],
    ['0.03', '0.01', '0.01'],
    ['0.0025', '0.001', '0.00025'],
    ['3', '0.1', '0.1'],
  ])('of lot %s need for %s the unit %s', (lotSize, qty, unit) => {
    const listing = { ...LISTING, lotSize }
    const bench = run(benchOf({ kind: 'whole' }, listing), [{ ...SNAPSHOT, b: [['10', qty]], a: [] }])
    expect(bench.track.qtyUnit).toBe(unit)
    expect(bench.track.levels(listing, BID).map((row) => Number(row.split(' ')[1]))).toEqual([Number(qty)])
  })

  it.each([
    ['beyond 2^53 units', '90071992547409.93'],
    ['that rescales another beyond 2^53', '0.000000000000000001'],
    ['below zero', '-1'],
    ['that is not a number', 'x'],
    ['with too many decimals', `0.${'0'.repeat(40)}1`],
  ])('%s end the run', (_, qty) => {
    const bench = run(benchOf(), [SNAPSHOT])
    run(bench, [{ do: 'changes', t: 101, b: [['10', qty]] }])
    expect(bench.builder.state).toBe('lost')
    expect(bench.last).toMatch(/^lost: /)
    expect(bench.builder.isStarted).toBe(false)
  })
})

describe('prices', () => {
  it.each(['10.25', '0', '-1', '1e'])('%s ends the run, and nothing of the update is emitted', (price) => {
    const bench = run(benchOf(), [SNAPSHOT])
    run(bench, [
      {
        do: 'changes',
        t: 101,
        b: [
          ['10', '5'],
          [price, '1'],
        ],
      },
    ])
    expect(bench.track.log.filter((line) => line.startsWith('changes'))).toEqual([])
    expect(bench.last).toMatch(/^lost: /)
  })
})

describe('changes', () => {
  it('without effect are dropped, but extend the run', () => {
    const bench = run(benchOf(), [SNAPSHOT])
    run(bench, [
      {
        do: 'changes',
        t: 150,
        b: [
          ['10', '1.00'],
          ['8', '0'],
        ],
      },
    ])
    expect(bench.last).toBe('unchanged')
    expect(bench.track.t).toBe(150)
  })

  it('contain only the levels that changed', () => {
    const bench = run(benchOf(), [SNAPSHOT])
    const emitted: number[] = []
    const { changes } = bench.track
    bench.track.changes = (update) => {
      emitted.push(...update.changes.ticks)
      changes.call(bench.track, update)
    }
    run(bench, [
      {
        do: 'changes',
        t: 150,
        b: [
          ['10', '1.00'],
          ['9.5', '3'],
          ['8', '0'],
        ],
      },
    ])
    expect(emitted).toEqual([19])
  })

  it('never go back in time', () => {
    const bench = run(benchOf(), [SNAPSHOT])
    run(bench, [{ do: 'changes', t: 150, b: [['10', '5']] }])
    run(bench, [{ do: 'changes', t: 140, b: [['10', '6']] }])
    expect(bench.track.t).toBe(150)
    bench.builder.extend(200, bench.nowMs)
    run(bench, [{ do: 'changes', t: 160, b: [['10', '7']] }])
    expect(bench.track.t).toBe(200)
  })

  it('after the end of a run are ignored', () => {
    const bench = run(benchOf(), [SNAPSHOT])
    run(bench, [
      { do: 'changes', t: 101, b: [['10', '5']] },
      { do: 'lost' },
      { do: 'changes', t: 102, b: [['10', '6']] },
      SNAPSHOT,
    ])
    expect(bench.track.log).toEqual(['snapshot proven', 'changes 1', 'lost: the rule says so'])
    run(bench, [SNAPSHOT])
    expect(bench.track.log).toHaveLength(3)
  })

  it('of the last value of a level that occurs twice', () => {
    const bench = run(benchOf(), [SNAPSHOT])
    run(bench, [
      {
        do: 'changes',
        t: 101,
        b: [
          ['10', '5'],
          ['10', '6'],
        ],
      },
    ])
    expect(bench.track.levels(LISTING, BID)[0]).toBe('10.0 6.00')
    expect(bench.track.log.at(-1)).toBe('changes 1')
  })
})

describe('a snapshot', () => {
  it('is sorted from the touch, without empty levels', () => {
    const bench = run(benchOf(), [
      {
        do: 'snapshot',
        t: 1,
        b: [
          ['9', '1'],
          ['10', '1'],
          ['8', '0'],
        ],
        a: [
          ['12', '1'],
          ['11', '1'],
          ['11', '2'],
        ],
      },
    ])
    expect(bench.track.levels(LISTING, BID)).toEqual(['10.0 1.00', '9.0 1.00'])
    expect(bench.track.levels(LISTING, ASK)).toEqual(['11.0 2.00', '12.0 1.00'])
  })

  it('during a run ends it and starts another', () => {
    const bench = run(benchOf(), [SNAPSHOT])
    run(bench, [{ ...SNAPSHOT, t: 50, restart: 'the venue restarted' }])
    expect(bench.track.log).toEqual(['snapshot proven', 'lost: the venue restarted', 'snapshot proven'])
    expect(bench.track.t).toBe(50)
    expect(bench.builder.runs).toBe(2)
  })
})

describe('the known window', () => {
  const levels = 2

  it('of a whole book has no bounds', () => {
    const bench = run(benchOf(), [SNAPSHOT])
    expect(bench.track.window).toEqual({ low: -Number.MAX_SAFE_INTEGER, high: Number.MAX_SAFE_INTEGER })
  })

  it('of a snapshot ends at its edges and is widened by touched levels', () => {
    const bench = run(benchOf({ kind: 'snapshot', levels }), [SNAPSHOT])
    expect(bench.track.window).toEqual({ low: 19, high: 23 })
    run(bench, [{ do: 'changes', t: 101, b: [['5', '1']], a: [['13', '0']] }])
    expect(bench.track.window).toEqual({ low: 10, high: 26 })
  })

  it('of a snapshot has no bound on a side with fewer levels than the venue sends', () => {
    const bench = run(benchOf({ kind: 'snapshot', levels }), [{ ...SNAPSHOT, b: [['10', '1']] }])
    expect(bench.track.window).toEqual({ low: -Number.MAX_SAFE_INTEGER, high: 23 })
  })

  it('of a book of fixed depth moves with the touch, and levels beyond it are removed', () => {
    const bench = run(benchOf({ kind: 'fixed', levels }), [SNAPSHOT])
    run(bench, [
      {
        do: 'changes',
        t: 101,
        b: [['10.5', '4']],
        a: [
          ['11', '0'],
          ['12', '1'],
        ],
      },
    ])
    expect(bench.track.levels(LISTING, BID)).toEqual(['10.5 4.00', '10.0 1.00'])
    expect(bench.track.window).toEqual({ low: 20, high: 24 })
    run(bench, [{ do: 'changes', t: 102, b: [['3', '4']] }])
    expect(bench.track.levels(LISTING, BID)).toEqual(['10.5 4.00', '10.0 1.00'])
    expect(bench.track.window).toEqual({ low: 20, high: 24 })
  })

  it('of a snapshot deeper than the fixed depth is cut', () => {
    const bench = run(benchOf({ kind: 'fixed', levels: 1 }), [SNAPSHOT])
    expect(bench.track.levels(LISTING, ASK)).toEqual(['11.0 1.00'])
    expect(bench.track.window).toEqual({ low: 20, high: 22 })
  })
})

describe('a crossed book', () => {
  const CROSS: Step = { do: 'changes', t: 101, b: [['11', '1']] }

  it('is lost after more than a second', () => {
    const bench = run(run(benchOf(), [SNAPSHOT]), [CROSS])
    run(bench, [{ do: 'changes', t: 102, b: [['9', '1']] }], 1_000)
    expect(bench.builder.isRunning).toBe(true)
    run(bench, [{ do: 'changes', t: 103, b: [['9', '2']] }], 1)
    expect(bench.last).toBe('lost: the book is crossed: bid 11.0, ask 11.0')
  })

  it('is lost without another message', () => {
    const bench = run(run(benchOf(), [SNAPSHOT]), [CROSS])
    bench.builder.checkCrossed(bench.nowMs + 1_000)
    expect(bench.builder.isRunning).toBe(true)
    bench.builder.checkCrossed(bench.nowMs + 1_001)
    expect(bench.builder.state).toBe('lost')
  })

  it('is kept when it uncrosses in time', () => {
    const bench = run(run(benchOf(), [SNAPSHOT]), [CROSS])
    run(bench, [{ do: 'changes', t: 102, b: [['11', '0']] }], 900)
    run(bench, [CROSS], 900)
    bench.builder.checkCrossed(bench.nowMs + 1_000)
    expect(bench.builder.isRunning).toBe(true)
  })
})

describe('ends from outside', () => {
  it('end a run once, and are silent without a run', () => {
    const bench = benchOf()
    bench.builder.end('not yet', 1)
    bench.builder.start('again')
    run(bench, [SNAPSHOT])
    bench.builder.end('the connection closed', 5)
    bench.builder.end('the connection closed', 6)
    expect(bench.track.log).toEqual(['snapshot proven', 'lost: the connection closed'])
    expect([bench.builder.state, bench.builder.reason]).toEqual(['lost', 'the connection closed'])
  })
})
