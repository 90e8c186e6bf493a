import type { IndicatorSettings } from './settings.ts'

/** Whether these settings need native rows: histories are then loaded with rows of one tick. */
export function needsNativeRows({ poc, unfinished, zones }: IndicatorSettings): boolean {
  return poc.basis === 'raw' || unfinished.show || zones.kinds.unfinished
}
