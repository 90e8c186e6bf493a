import type { ErrorSlug } from '@flowprint/contract'

export interface SettlementInput {
  readonly now: number
  /** The amount the administrator paid, micro-USDT. */
  readonly given: bigint
  /** Amounts of the rows to settle: pending and available. */
  readonly amounts: readonly bigint[]
  /** Number of rows requested by ID; null: all available rows. */
  readonly named: number | null
  readonly minPayout: bigint
  readonly address: KnownAddress | null
  /** The address the administrator paid to. */
  readonly paidAddress: string
  readonly coolingMs: number
}

export type SettlementDecision =
  | { readonly amount: bigint; readonly address: string }
  | {
      readonly error: Extract<
        ErrorSlug,
        | 'NOTHING_TO_SETTLE'
        | 'AMOUNT_CHANGED'
        | 'BELOW_MIN_PAYOUT'
        | 'ADDRESS_NOT_SET'
        | 'ADDRESS_CHANGED'
        | 'ADDRESS_COOLING'
      >
      readonly amount: bigint
    }

/**
 * Whether a payout may be recorded (BUSINESS 5.6). The amount must equal the sum exactly; an error contains the current
 * sum as `amount`.
 */
export function decideSettlement({
  now,
  given,
  amounts,
  named,
  minPayout,
  address,
  paidAddress,
  coolingMs,
}: SettlementInput): SettlementDecision {
  const amount = amounts.reduce((sum, one) => sum + one, 0n)
  // A requested row is no longer pending or not available yet, so the administrator saw an outdated list.
  if (named !== null && named !== amounts.length) return { error: 'AMOUNT_CHANGED', amount }
  if (amount <= 0n) return { error: 'NOTHING_TO_SETTLE', amount }
  if (amount !== given) return { error: 'AMOUNT_CHANGED', amount }
  if (amount < minPayout) return { error: 'BELOW_MIN_PAYOUT', amount }
  if (address === null) return { error: 'ADDRESS_NOT_SET', amount }
  if (address.address !== paidAddress) return { error: 'ADDRESS_CHANGED', amount }
  if (now < computeUsableAt(address, coolingMs)) return { error: 'ADDRESS_COOLING', amount }
  return { amount, address: address.address }
}

export interface KnownAddress {
  readonly address: string
  /** ms since the epoch. */
  readonly setAt: number
  readonly isFirst: boolean
}

/** When an address can be used (ms): the first one at once, a changed one after the cooling time. */
export function computeUsableAt(
  { setAt, isFirst }: Pick<KnownAddress, 'setAt' | 'isFirst'>,
  coolingMs: number,
): number {
  return isFirst ? setAt : setAt + coolingMs
}
