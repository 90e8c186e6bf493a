import type { BigTrade } from '@flowprint/orderflow'
import { createStore } from 'zustand'
import type { FromWorker } from '../../../workers/protocol.ts'

/** Big trades of the chart that is shown, oldest first. */
export interface BigTradeState {
  readonly list: readonly BigTrade[]
  /** Of the last seconds: they may still grow, or turn out to be none. */
  readonly fresh: readonly BigTrade[]
  /** The list is complete from here on, ms; Infinity before the first answer. */
  readonly from: number
}

const NONE: BigTradeState = { list: [], fresh: [], from: Infinity }

export const bigTradeStore = createStore<BigTradeState>()(() => NONE)

/** Another chart was asked for. */
export function forgetBigTrades(): void {
  bigTradeStore.setState(NONE)
}

/** The state after a message of the worker. */
export function takeBigTrades({ list, added, fresh, from }: Extract<FromWorker, { type: 'bigTrades' }>): void {
  const known = list ?? bigTradeStore.getState().list
  bigTradeStore.setState({ list: added.length > 0 ? [...known, ...added] : known, fresh, from })
}
