import { parseAmount } from '@flowprint/contract'
import { HOUR_MS, DAY_MS } from '@flowprint/orderflow'
import { addYear } from '../../src/modules/membership/rules/extend.ts'

/** A slow and simple reference model of payments and dividends, without tables and locks. */

export interface ModelOrder {
  readonly id: number
  readonly user: number
  readonly quoted: bigint
  status: 'pending' | 'passed' | 'refused'
  paid: bigint
  reversed: boolean
  /** Start and length of its time, ms. */
  from: number
  given: number
}

export interface ModelShare {
  readonly order: number
  readonly inviter: number
  readonly amount: bigint
  readonly availableAt: number
  status: 'pending' | 'settled' | 'void'
}

export interface ModelTerms {
  levels: { min: number; bp: bigint }[]
  holdDays: number
  coolingHours: number
  minPayout: bigint
  renewalsEarn: boolean
  trialDays: number
}

export class BooksModel {
  readonly inviterOf = new Map<number, number>()
  readonly isInviter = new Set<number>()
  readonly expire = new Map<number, number>()
  readonly orders: ModelOrder[] = []
  readonly shares: ModelShare[] = []
  readonly addresses = new Map<number, { n: number; at: number; first: boolean }>()
  readonly settled = new Map<number, bigint>()
  readonly terms: ModelTerms = {
    levels: [{ min: 0, bp: 1000n }],
    holdDays: 0,
    coolingHours: 24,
    minPayout: 10_000_000n,
    renewalsEarn: true,
    trialDays: 7,
  }

  activate(user: number, now: number): void {
    if (this.inviterOf.has(user) && this.terms.trialDays > 0)
      this.#extend(user, now, now + this.terms.trialDays * DAY_MS)
  }

  #extend(user: number, _now: number, to: number): void {
    this.expire.set(user, to)
  }

  pass(order: ModelOrder, amount: bigint, now: number): void {
    const before = this.standing(order.user)
    const from = Math.max(this.expire.get(order.user) ?? 0, now)
    order.from = from
    order.given = addYear(from) - from
    this.#extend(order.user, now, from + order.given)
    const inviter = this.inviterOf.get(order.user)
    const payers = inviter === undefined ? 0 : this.paying(inviter)
    order.status = 'passed'
    order.paid = amount < order.quoted ? amount : order.quoted
    if (inviter === undefined || !this.isInviter.has(inviter) || (before > 0 && !this.terms.renewalsEarn)) return
    const bp = this.terms.levels
      .filter(({ min }) => min <= payers)
      .reduce((most, { bp: one }) => (one > most ? one : most), 0n)
    const share = (order.paid * bp) / 10_000n
    if (share > 0n)
      this.shares.push({
        order: order.id,
        inviter,
        amount: share,
        availableAt: now + this.terms.holdDays * DAY_MS,
        status: 'pending',
      })
  }

  reverse(order: ModelOrder, now: number, scope: 'ahead' | 'all'): void {
    order.reversed = true
    const used = Math.min(Math.max(0, now - order.from), order.given)
    const taken = scope === 'all' ? order.given : order.given - used
    this.expire.set(order.user, (this.expire.get(order.user) ?? 0) - taken)
    for (const later of this.orders) if (later.user === order.user && later.id > order.id) later.from -= taken
    const share = this.shares.find((one) => one.order === order.id)
    if (share?.status === 'pending') share.status = 'void'
    else if (share?.status === 'settled')
      this.shares.push({ ...share, amount: -share.amount, availableAt: now, status: 'pending' })
  }

  /** Passed orders of an account that were not reversed. */
  standing(user: number): number {
    return this.orders.filter((one) => one.user === user && one.status === 'passed' && !one.reversed).length
  }

  paying(inviter: number): number {
    return [...this.inviterOf].filter(([user, of]) => of === inviter && this.standing(user) > 0).length
  }

  available(inviter: number, now: number): ModelShare[] {
    return this.shares.filter((one) => one.inviter === inviter && one.status === 'pending' && one.availableAt <= now)
  }

  sum(inviter: number, status: 'pending' | 'settled'): bigint {
    return total(this.shares.filter((one) => one.inviter === inviter && one.status === status))
  }

  /** Expected result of a payout of all that is available. */
  settle(inviter: number, amount: string, now: number): string {
    const rows = this.available(inviter, now)
    const owed = total(rows)
    const address = this.addresses.get(inviter)
    if (owed <= 0n) return 'NOTHING_TO_SETTLE'
    if (parseAmount(amount) !== owed) return 'AMOUNT_CHANGED'
    if (owed < this.terms.minPayout) return 'BELOW_MIN_PAYOUT'
    if (address === undefined) return 'ADDRESS_NOT_SET'
    if (!address.first && now < address.at + this.terms.coolingHours * HOUR_MS) return 'ADDRESS_COOLING'
    for (const row of rows) row.status = 'settled'
    return 'ok'
  }

  setAddress(inviter: number, n: number, now: number): void {
    const known = this.addresses.get(inviter)
    if (known?.n !== n) this.addresses.set(inviter, { n, at: now, first: known === undefined })
  }
}

export const total = (rows: readonly ModelShare[]): bigint => rows.reduce((sum, { amount }) => sum + amount, 0n)
