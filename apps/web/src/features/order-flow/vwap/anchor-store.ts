import { create } from 'zustand'
import { changeSetting } from '../model/change-setting.ts'
import { useChartSettings } from '../model/settings-store.ts'

/** Whose running sum begins at a bar. */
export type Anchored = 'vwap' | 'cvd'

interface PickState {
  /** The next bar that is clicked becomes the anchor of it. */
  readonly picking: Anchored | null
}

export const useAnchorPick = create<PickState>()(() => ({ picking: null }))

/** A click on the same button again gives up. */
export function togglePick(target: Anchored): void {
  useAnchorPick.setState(({ picking }) => ({ picking: picking === target ? null : target }))
}

/** Lets the sum begin with the bar that holds the moment; false when it is no moment that can be. */
export function anchorAt(target: Anchored, at: number): boolean {
  const { indicators, change } = useChartSettings.getState()
  const next =
    target === 'vwap'
      ? changeSetting(indicators, 'vwap', { anchor: 'bar', at })
      : changeSetting(indicators, 'cvd', { reset: 'bar', at })
  if (next !== null) change({ indicators: next })
  return next !== null
}
