import { cycleMsOf, type CycleName } from '@flowprint/orderflow'
import type { TFunction } from 'i18next'

const isCycle = (value: string): value is CycleName => cycleMsOf(value) !== undefined

/** A cycle of time in full words; any other as it is. */
export const cycleHint = (t: TFunction, value: string): string =>
  isCycle(value) ? t(`order.cycleName.${value}`) : value
