import type { BigTrade } from '@flowprint/orderflow'
import { createStore } from 'zustand'
import type { FromWorker } from '../../../workers/protocol.ts'

/** Big trades of the chart that is shown, oldest first. */
export interface BigTradeState {
  readonly list: readonly BigTrade[]
  /** Trades of the last seconds: they may still grow or be dropped. */
  readonly fresh: readonly BigTrade[]
  /** The list is complete from here on, ms; Infinity before the first answer. */
  readonly from: number
}

const NONE: BigTradeState = { list: [], fresh: [], from: Infinity }

export const bigTradeStore = createStore<BigTradeState>()(() => NONE)

/** Called when another chart is opened. */
export function clearBigTrades(): void {
  bigTradeStore.setState(NONE)
}

/** The state after a worker message. */
export function applyBigTrades({ list, added, fresh, from }: Extract<FromWorker, { type: 'bigTrades' }>): void {
  const known = list ?? bigTradeStore.getState().list
  bigTradeStore.setState({ list: added.length > 0 ? [...known, ...added] : known, fresh, from })
}
