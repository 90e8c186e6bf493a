import type { Alert, AlertEvent } from '@flowprint/contract'
import type { Language } from '@flowprint/i18n'
import type { NotNull } from 'kysely'
import { anyOf, db } from '../../../platform/database/index.ts'
import type { Queryable } from '../../../platform/database/index.ts'
import { presentAlert } from '../commands/save-alert.ts'
import { findAlerts } from './alert-rows.ts'
import { findEvents } from './event-rows.ts'
import { accessEndsOf, isActive } from '../../membership/index.ts'

const MAX = 100_000

/** All alert data of an account for its export, without the secrets of channels. */
export async function alertsOf(
  client: Queryable,
  accountId: number,
): Promise<{ alerts: Alert[]; alert_events: AlertEvent[] }> {
  const alerts = await findAlerts(client, accountId, null)
  return {
    alerts: alerts.map(presentAlert),
    alert_events: await findEvents(client, { accountId }, { from: 0, size: MAX }),
  }
}

export async function deleteAlerts(client: Queryable, accountId: number): Promise<void> {
  for (const table of ['alert_event', 'alert', 'alert_push', 'alert_webhook'] as const)
    await db(client).deleteFrom(table).where('account_id', '=', accountId).execute()
}

/** Deletes every push subscription and the webhook of an account; its alerts stay. */
export async function deleteAlertTargets(client: Queryable, accountId: number): Promise<void> {
  for (const table of ['alert_push', 'alert_webhook'] as const)
    await db(client).deleteFrom(table).where('account_id', '=', accountId).execute()
}

/** Keeps the push subscriptions of expired sessions, so that absent users are still notified. */
export async function detachPushFromSessions(client: Queryable, sessionIds: readonly number[]): Promise<void> {
  if (sessionIds.length > 0)
    await db(client)
      .updateTable('alert_push')
      .set({ session_id: null })
      .where('session_id', '=', anyOf(sessionIds))
      .execute()
}

/** Owner of an alert. */
export interface Owner {
  readonly accountId: number
  readonly username: string
  readonly email: string
  readonly language: Language
  /** Sees markets with a delay. */
  readonly isDelayed: boolean
}

/** Owners among these accounts that may be used now. */
export async function findOwners(
  client: Queryable,
  accountIds: readonly number[],
  now: number,
): Promise<Map<number, Owner>> {
  const rows = await db(client)
    .selectFrom('account')
    .select(['id', 'username', 'email', 'language', 'is_admin'])
    .where('id', '=', anyOf(accountIds))
    .where('disabled_at', 'is', null)
    .where('deleted_at', 'is', null)
    .where('activated_at', 'is not', null)
    .$narrowType<{ email: NotNull }>()
    .execute()
  const ends = await accessEndsOf(client, accountIds, now)
  return new Map(
    rows.map(({ id, username, email, language, is_admin }) => [
      id,
      { accountId: id, username, email, language, isDelayed: !is_admin && !isActive(ends.get(id) ?? null, now) },
    ]),
  )
}
