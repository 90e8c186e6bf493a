import { create } from 'zustand'
import { changeSetting } from '../../model/change-setting.ts'
import { useChartSettings } from '../../model/settings-store.ts'

/** The sums that can be anchored at a bar. */
export type Anchored = 'vwap' | 'cvd'

interface PickState {
  /** The next clicked bar becomes its anchor. */
  readonly picking: Anchored | null
}

export const useAnchorPick = create<PickState>()(() => ({ picking: null }))

/** A second click on the same button cancels. */
export function togglePick(target: Anchored): void {
  useAnchorPick.setState(({ picking }) => ({ picking: picking === target ? null : target }))
}

/** Anchors the sum at the bar that contains the moment; false when it is invalid. */
export function anchorAt(target: Anchored, at: number): boolean {
  const { indicators, change } = useChartSettings.getState()
  const next =
    target === 'vwap'
      ? changeSetting(indicators, 'vwap', { anchor: 'bar', at })
      : changeSetting(indicators, 'cvd', { reset: 'bar', at })
  if (next !== null) change({ indicators: next })
  return next !== null
}
