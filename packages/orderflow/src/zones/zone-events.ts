import type { UnixMs } from '../units/units.ts'
import type { Zone } from './zone.ts'

/** touched: a test that held · broken: also a naked point of control that was filled. */
export interface ZoneEvent {
  readonly event: 'born' | 'touched' | 'broken'
  readonly zone: Zone
}

/**
 * Changes of zones at the close of bar t.
 *
 * Input   the complete lists before and after that bar: new zones are appended, and a changed zone is a new object.
 */
export function zoneEvents(t: UnixMs, before: readonly Zone[], after: readonly Zone[]): ZoneEvent[] {
  return after.flatMap((zone, k): ZoneEvent[] => {
    const was = before[k]
    if (was === zone) return []
    if (was === undefined) return zone.born === t ? [{ event: 'born', zone }] : []
    if (zone.ended === t && (zone.state === 'broken' || zone.state === 'filled')) return [{ event: 'broken', zone }]
    return zone.tests > was.tests ? [{ event: 'touched', zone }] : []
  })
}
