import type { Alert, AlertEvent } from '@flowprint/contract'
import { anyOf, db } from '../../platform/database/index.ts'
import type { Queryable } from '../../platform/database/index.ts'
import { presentAlert } from './present-row.ts'
import { findAlerts } from './repository/alert-rows.ts'
import { findEvents } from './repository/event-rows.ts'

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
