import { cycleMsOf, type CycleName } from '@flowprint/orderflow'
import type { TFunction } from 'i18next'

const isCycle = (value: string): value is CycleName => cycleMsOf(value) !== undefined

/** A time cycle in full words; other cycles unchanged. */
export const cycleHint = (t: TFunction, value: string): string =>
  isCycle(value) ? t(`order.cycleName.${value}`) : value
