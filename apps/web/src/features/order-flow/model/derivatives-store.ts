import type { LiquidationCompletenessName, MenuSymbol } from '@flowprint/contract'
import { createScopedStore } from './chart-scope.ts'
import type { DerivativesViewState, LatestStat, LiquidationMark } from '../../../workers/protocol.ts'

/** What is known of the perpetual that is shown; meaningful while a pane or the marks are shown. */
interface DerivativesStatus {
  readonly state: DerivativesViewState
  /** Of liquidations; null: none were ever received. */
  readonly completeness: LiquidationCompletenessName | null
  readonly latest: LatestStat | null
  /** Marked liquidations, by their seq. */
  readonly marks: ReadonlyMap<number, LiquidationMark>
}

export const NO_DERIVATIVES: DerivativesStatus = {
  state: 'loading',
  completeness: null,
  latest: null,
  marks: new Map(),
}

export const useDerivatives = createScopedStore<DerivativesStatus>(() => () => NO_DERIVATIVES)

/** Perpetuals have liquidations, open interest and funding; the simulated markets pretend to be some. */
export const hasDerivatives = ({ kind }: Pick<MenuSymbol, 'kind'>) => kind === 'perpetual' || kind === 'simulated'
