import { ratioBp } from '@flowprint/contract'
import type { Queryable } from '../../platform/database/index.ts'
import { computeStanding } from '../promotion/index.ts'
import type { Level } from '../promotion/index.ts'

const BATCH = 10_000
/** Settings that changed so shortly before a decision may not have been seen by it. */
const SLACK_MS = 60_000

interface ActRow {
  inviter_id: number
  seq: number
  order_id: number
  invitee_id: number
  /** Null of an order that was taken back. */
  paying_before: number | null
  level: number
  ratio_bp: number
  decided_at: Date
  override: number | null
}

interface LevelsSince {
  readonly from: number
  readonly levels: readonly Level[]
}

/**
 * Orders whose share was decided on other grounds than those of its moment (I7, I8, I16): the paying invitees before it are
 * counted anew from all that happened to the inviter, in order, and the level and ratio that number made are looked up.
 */
export async function replayLevels(client: Queryable): Promise<number[]> {
  const history = await loadLevels(client)
  const wrong: number[] = []
  let inviter = 0
  let seq = 0
  let orders = new Map<number, number>()
  let paying = 0
  for (;;) {
    const { rows } = await client.query<ActRow>(
      `select * from (
         select inviter_id, seq, order_id, invitee_id, paying_before, level, ratio_bp, decided_at, p.ratio_bp_override as override
           from share_decision s join promoter p on p.account_id = s.inviter_id
         union all
         select inviter_id, b.seq, order_id, invitee_id, null, level, ratio_bp, decided_at, null from share_reversal b join share_decision s using (order_id)
       ) acts where (inviter_id, seq) > ($1, $2) order by inviter_id, seq limit $3`,
      [inviter, seq, BATCH],
    )
    for (const act of rows) {
      if (act.inviter_id !== inviter) [orders, paying] = [new Map(), 0]
      ;[inviter, seq] = [act.inviter_id, act.seq]
      const before = orders.get(act.invitee_id) ?? 0
      const after = before + (act.paying_before === null ? -1 : 1)
      if (act.paying_before !== null && (act.paying_before !== paying || !isOfItsTime(act, history))) wrong.push(act.order_id)
      orders.set(act.invitee_id, after)
      paying += Number(after > 0) - Number(before > 0)
    }
    if (rows.length < BATCH) return wrong
  }
}

/** A ratio of an inviter's own was an administrator's wish and has no history: then only the level is looked up. */
function isOfItsTime({ paying_before, level, ratio_bp, decided_at, override }: ActRow, history: readonly LevelsSince[]): boolean {
  const at = decided_at.getTime()
  return history.some(({ from, levels }, i) => {
    const until = history[i + 1]?.from ?? Infinity
    if (from > at || until + SLACK_MS <= at) return false
    const standing = computeStanding(levels, paying_before ?? 0, null)
    return standing.level === level && (standing.ratioBp === ratio_bp || override !== null)
  })
}

async function loadLevels(client: Queryable): Promise<LevelsSince[]> {
  const { rows } = await client.query<{ value: { level: number; min_paying: number; ratio: string }[]; valid_from: Date | number }>(
    "select value, valid_from from site_setting where key = 'share_levels' order by valid_from, id",
  )
  return rows.map(({ value, valid_from }) => ({
    from: Number(valid_from), levels: value.map(({ level, min_paying, ratio }) => ({ level, minPaying: min_paying, ratioBp: ratioBp(ratio) })),
  }))
}
