import { ALL_MARKETS, BOOK_ALERT_KINDS, MAX_ALERTS } from '@flowprint/contract'
import type { Alert, AlertRule, SaveAlertBody } from '@flowprint/contract'
import { db, inTransaction } from '../../../platform/database/index.ts'
import { AppError, refuse } from '../../../platform/http/index.ts'
import { cutOf, loadInstrument } from '../../../market/index.ts'
import type { Instrument } from '../../../market/index.ts'
import type { AlertDeps, Caller } from '../alert-deps.ts'
import { countAlerts, insertAlert, lockAlert, updateAlert } from '../queries/alert-rows.ts'
import type { AlertRow, SavedParts } from '../queries/alert-rows.ts'
import { RuleFault, ruleInUnits } from '../rules/in-units.ts'

/** Creates an alert, or updates the given version of one. Validates its rule against its market. */
export async function saveAlert(deps: AlertDeps, { accountId, delayMs }: Caller, body: SaveAlertBody): Promise<Alert> {
  const { pool, clock } = deps
  const now = clock.now()
  const expiresAt = body.expires_at === null ? null : Date.parse(body.expires_at)
  if (expiresAt !== null && Number.isNaN(expiresAt)) refuse([{ field: 'expires_at', error: 'NOT_A_TIME', params: {} }])
  if (expiresAt !== null && expiresAt <= now && body.enabled)
    refuse([{ field: 'expires_at', error: 'IN_THE_PAST', params: {} }])
  if (body.id !== undefined && body.version === undefined) refuse([{ field: 'version', error: 'REQUIRED', params: {} }])
  await checkRule(deps, body)
  const parts: SavedParts = {
    symbol: body.symbol,
    name: cleaned(body.name),
    rule: body.rule,
    repeat: body.repeat,
    cooldown: body.cooldown,
    expiresAt,
    channels: body.channels,
    sound: body.sound,
    state: body.enabled ? 'active' : 'paused',
    // A delayed owner's alert starts at the market time they see.
    armedT: cutOf(delayMs, now) ?? now,
  }
  const saved = await inTransaction(pool, async (client) => {
    if (body.id === undefined) {
      // Lock, so that concurrent calls are counted one after the other.
      await db(client).selectFrom('account').where('id', '=', accountId).forNoKeyUpdate().execute()
      if ((await countAlerts(client, accountId)) >= MAX_ALERTS)
        refuse([{ field: 'rule', error: 'TOO_MANY_ALERTS', params: { max: MAX_ALERTS } }])
      return insertAlert(client, accountId, parts, now)
    }
    const before = await lockAlert(client, accountId, body.id)
    if (before === null) throw new AppError('NOT_FOUND')
    if (before.version !== body.version) throw new AppError('STALE_VERSION')
    return updateAlert(client, body.id, parts, mustRearm(before, parts), now)
  })
  return presentAlert(saved)
}

/** Refuses rules that do not fit their market, or could never fire there. */
async function checkRule(deps: AlertDeps, { symbol, rule, enabled }: SaveAlertBody): Promise<void> {
  if (rule.kind === 'scanner') {
    if (symbol !== ALL_MARKETS) refuse([{ field: 'symbol', error: 'NOT_A_CHOICE', params: { allowed: ALL_MARKETS } }])
    return
  }
  const instrument = await loadInstrument(deps.store, symbol)
  try {
    ruleInUnits(rule, instrument)
  } catch (error) {
    if (error instanceof RuleFault) refuse([error.fault])
    throw error
  }
  // Paused alerts are stored: a market may be recorded again.
  if (enabled && isBookRule(rule)) await requireRecordedBook(deps, instrument)
  if (enabled && rule.kind === 'liquidation') await requireLiquidations(deps, instrument)
}

const isBookRule = ({ kind }: AlertRule): boolean => (BOOK_ALERT_KINDS as readonly string[]).includes(kind)

/** Refuses alerts that could never fire: the book of their market is not recorded. */
async function requireRecordedBook({ depth, depthModes }: AlertDeps, instrument: Instrument): Promise<void> {
  const { symbol } = instrument
  const [head, modes] = await Promise.all([depth.readHead(instrument), depthModes.load()])
  const isOff = modes.get(symbol) === 'off'
  if (!isOff && head !== null) return
  refuse([{ field: 'rule.kind', error: isOff ? 'BOOK_TURNED_OFF' : 'BOOK_NOT_RECORDED', params: { symbol } }])
}

/** Refuses alerts that could never fire: the market has no liquidations, or none are recorded. */
async function requireLiquidations({ derivatives }: AlertDeps, instrument: Instrument): Promise<void> {
  const { symbol, kind } = instrument
  const isPerpetual = kind === 'perpetual' || kind === 'simulated'
  const head = isPerpetual ? await derivatives.readHead(instrument) : null
  if (head !== null && head.untilMs !== null) return
  const error = isPerpetual ? 'LIQUIDATIONS_NOT_RECORDED' : 'NOT_A_PERPETUAL'
  refuse([{ field: 'rule.kind', error, params: { symbol } }])
}

/** Whether the rule changed or the alert was armed again: earlier events then do not count. */
function mustRearm(before: AlertRow, parts: SavedParts): boolean {
  if (parts.state !== 'active') return false
  return (
    before.state !== 'active' ||
    before.symbol !== parts.symbol ||
    before.repeat !== parts.repeat ||
    sorted(before.rule) !== sorted(parts.rule)
  )
}

/** PostgreSQL's jsonb has its own key order. */
const sorted = (value: unknown): string =>
  JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  )

/** One line: names appear in mail subjects and push titles. */
const cleaned = (name: string): string => name.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim()

const iso = (ms: number): string => new Date(ms).toISOString()
const isoOrNull = (ms: number | null): string | null => (ms === null ? null : iso(ms))

export function presentAlert(row: AlertRow): Alert {
  const { id, version, symbol, name, rule, repeat, cooldown, channels, sound, state, fired } = row
  return {
    id,
    version,
    symbol,
    name,
    rule,
    repeat,
    cooldown,
    expires_at: isoOrNull(row.expiresAt),
    channels: [...channels],
    sound,
    state,
    fired,
    last_fired_at: isoOrNull(row.lastFiredAt),
    created_at: iso(row.createdAt),
    updated_at: iso(row.updatedAt),
  }
}
