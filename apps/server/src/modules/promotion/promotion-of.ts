import type { DividendRow } from '@flowprint/contract'
import { amountText } from '@flowprint/contract'
import type { Queryable } from '../../platform/database/index.ts'
import { listAddresses } from './repository/address-rows.ts'
import { listDividends } from './repository/dividend-list-rows.ts'
import { listSettlements } from './repository/settlement-rows.ts'
import { maskName } from './rules/mask-name.ts'

const PAGE = 1000
const iso = (ms: number): string => new Date(ms).toISOString()

/** Promotion data of an account for the data export; about invitees only what the pages show. */
export async function promotionOf(
  client: Queryable,
  accountId: number,
): Promise<{ dividends: DividendRow[]; payout_addresses: unknown[]; settlements: unknown[] }> {
  const dividends: DividendRow[] = []
  for (let from = 0; ; from += PAGE) {
    const page = await listDividends(client, { inviterId: accountId }, { from, size: PAGE }, 0)
    dividends.push(...page.map((row) => ({ ...row, invitee_name: maskName(row.invitee_name) })))
    if (page.length < PAGE) break
  }
  const addresses = await listAddresses(client, accountId)
  const settlements = await listSettlements(client, accountId)
  return {
    dividends,
    payout_addresses: addresses.map(({ address, setAt }) => ({
      network_type: 'TRC20',
      receive_address: address,
      set_at: iso(setAt),
    })),
    settlements: settlements.map(({ settlementId, receiveAddress, amount, settledAt }) => ({
      settlement_id: settlementId,
      receive_address: receiveAddress,
      amount: amountText(amount),
      settlement_time: iso(settledAt),
    })),
  }
}
