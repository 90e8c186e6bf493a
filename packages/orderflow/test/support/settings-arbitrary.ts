import * as fc from 'fast-check'
import { parseSettings, type IndicatorSettings } from '../../src/index.ts'

/** Settings under which rules fire often on random bars. */
export const settingsArbitrary: fc.Arbitrary<IndicatorSettings> = fc
  .record({
    poc: fc.record({ basis: fc.constantFrom('grouped', 'raw') }),
    imbalance: fc.record({
      ratio: fc.constantFrom('1.5', '2', '3', '3.25'),
      minVolume: fc.constantFrom('auto', 'auto', '0', '2.5', '7'),
      zeroSide: fc.constantFrom('count', 'ignore'),
    }),
    stack: fc.record({ min: fc.integer({ min: 2, max: 4 }) }),
    zones: fc.record({
      kinds: fc.record({
        stack: fc.constant(true),
        effort: fc.boolean(),
        cluster: fc.boolean(),
        unfinished: fc.boolean(),
        nakedPoc: fc.boolean(),
      }),
      stackMin: fc.integer({ min: 2, max: 4 }),
      breakBy: fc.constantFrom('close', 'touch', 'through'),
      expireBars: fc.constantFrom(1, 7, 30, 300),
    }),
    effort: fc.constantFrom(
      undefined,
      { relVolume: '1.3', share: '0.08', progress: '0.2', closeLocation: '0.6' },
      { relVolume: '0.5', share: '0.01', progress: '1.5', closeLocation: '1' },
    ),
    unfinished: fc.record({
      show: fc.boolean(),
      dominant: fc.constantFrom('0.5', '1', '0.25'),
      opposite: fc.constantFrom('0.2', '0.5', '0'),
    }),
    absorption: fc.record({
      show: fc.boolean(),
      minRows: fc.constantFrom(2, 4, 6),
      relVolume: fc.constantFrom('1', '1.5', '3'),
      opposite: fc.constantFrom('0.5', '1', '1.5'),
      share: fc.constantFrom('0.2', '0.4'),
      retreat: fc.constantFrom('0', '0.25', '0.5'),
    }),
    exhaustion: fc.record({
      show: fc.boolean(),
      minRows: fc.constantFrom(4, 6),
      extreme: fc.constantFrom('0.1', '0.5', '1'),
      peak: fc.constantFrom('0.5', '1', '2'),
    }),
    cvd: fc.record({
      reset: fc.constantFrom('day', 'week', 'never', 'bar'),
      at: fc.nat(),
      style: fc.constantFrom('candles', 'line'),
    }),
    vwap: fc.record({
      anchor: fc.constantFrom('off', 'day', 'bar'),
      at: fc.nat(),
      bands: fc.constantFrom('none', 'one', 'two'),
    }),
  })
  .map((raw) => parseSettings(raw))
