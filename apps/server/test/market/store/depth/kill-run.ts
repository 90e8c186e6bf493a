import { HOUR_MS } from '@flowprint/orderflow'
import { spec } from '../../../test-database.ts'
import { makeRun } from './depth-world.ts'
import type { NewFrame } from './depth-world.ts'

export const KILL_SPEC = spec('TEST:KILLDEPTH', { live: true })
export const KILL_FROM = Date.UTC(2026, 10, 19, 21, 30)

/** A book known to recorder and test, over the end of a day; frames end at whole seconds. */
export const killRun = (): NewFrame[] =>
  makeRun({ fromMs: KILL_FROM, toMs: KILL_FROM + 3 * HOUR_MS, everyMs: 10_000, seed: 21 })
