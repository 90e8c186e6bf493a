import type { Zone } from '@flowprint/orderflow'
import { mergeBands } from '@flowprint/orderflow'
import type { DrawnZone } from '../api.ts'

/** Merges live zones of one side that overlap or touch into one band; ended zones are not merged. */
export function mergeZones(zones: readonly Zone[]): { live: DrawnZone[]; ended: DrawnZone[] } {
  const living = zones.filter((zone) => zone.ended === null)
  const live = mergeBands(living).map((band): DrawnZone => {
    const members = living.filter(
      (zone) => zone.side === band.side && zone.lowRow >= band.lowRow && zone.highRow <= band.highRow,
    )
    const { side, lowRow, highRow, born, tests, strength } = band
    const state = members.length === 1 ? members[0].state : tests > 0 ? 'tested' : 'fresh'
    return { side, lowRow, highRow, born, ended: null, tests, strength, state, members }
  })
  const ended = zones
    .filter((zone) => zone.ended !== null)
    .map((zone): DrawnZone => {
      const { side, lowRow, highRow, born, tests, strength, state } = zone
      return { side, lowRow, highRow, born, ended: zone.ended, tests, strength, state, members: [zone] }
    })
  return { live, ended }
}
