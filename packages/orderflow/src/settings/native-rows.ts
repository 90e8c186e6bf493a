import type { IndicatorSettings } from './settings.ts'

/** Whether these settings ask for something that only native rows tell: histories then begin with rows of one tick. */
export function needsNativeRows({ poc, unfinished, zones }: IndicatorSettings): boolean {
  return poc.basis === 'raw' || unfinished.show || zones.kinds.unfinished
}
