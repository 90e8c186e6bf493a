import {
  Alert,
  AlertChannels,
  AlertHistory,
  AlertHistoryBody,
  Alerts,
  AlertsBody,
  DeleteAlertBody,
  DeletePushBody,
  Done,
  MAX_ALERTS,
  PushKey,
  SaveAlertBody,
  SavePushBody,
  SaveWebhookBody,
  SavedPush,
  SavedWebhook,
  TestAlertBody,
  TestedAlert,
} from '@flowprint/contract'
import { Answer, ErrorAnswer } from '@flowprint/contract'
import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import type { Static, TSchema } from 'typebox'
import { AppError, addJsonCall } from '../../../platform/http/index.ts'
import type { AlertDeps, Caller } from '../alert-deps.ts'
import { loadPushIdentity } from '../deliver/push-identity.ts'
import { presentAlert } from '../present-row.ts'
import { deleteAlert, findAlerts } from '../repository/alert-rows.ts'
import { countEvents, findEvents } from '../repository/event-rows.ts'
import { ChannelRows } from '../repository/channel-rows.ts'
import { saveAlert } from '../save-alert.ts'
import { loadChannels, savePush, saveWebhook, testChannel } from '../channels.ts'

const Nothing = Type.Object({})

/** Every call of alerts (CONTRACT 2, docs/alerts.md). */
export function addAlertCalls(app: FastifyInstance, deps: AlertDeps): void {
  const { pool, keys } = deps
  const channelRows = new ChannelRows(pool, keys)

  addRoute(
    app,
    '/api/alerts',
    { summary: 'Alerts of the account, newest first', body: AlertsBody, data: Alerts },
    async ({ accountId }, { symbol }) => ({
      list: (await findAlerts(pool, accountId, symbol ?? null)).map(presentAlert),
      max: MAX_ALERTS,
    }),
  )
  addRoute(
    app,
    '/api/save_alert',
    { summary: 'Create or update an alert', body: SaveAlertBody, data: Alert },
    (caller, body) => saveAlert(deps, caller, body),
  )
  addRoute(
    app,
    '/api/delete_alert',
    { summary: 'Delete an alert; its history stays', body: DeleteAlertBody, data: Done },
    async ({ accountId }, { id }) => {
      if (!(await deleteAlert(pool, accountId, id))) throw new AppError('NOT_FOUND')
      return {}
    },
  )
  addRoute(
    app,
    '/api/alert_history',
    { summary: 'Events of alerts with their deliveries, newest first', body: AlertHistoryBody, data: AlertHistory },
    async ({ accountId }, { page_cur = 1, page_size = 10, symbol, alert_id, after }) => {
      const query = { accountId, symbol, alertId: alert_id, after }
      const page = { from: (page_cur - 1) * page_size, size: page_size }
      const [list, total] = await Promise.all([findEvents(pool, query, page), countEvents(pool, query)])
      return { list, total, page_cur, page_size }
    },
  )

  addRoute(
    app,
    '/api/alert_channels',
    { summary: 'Get the notification channels', body: Nothing, data: AlertChannels },
    ({ accountId }) => loadChannels(deps, accountId),
  )
  addRoute(
    app,
    '/api/save_webhook',
    { summary: 'Save a webhook; its secret is shown only once', body: SaveWebhookBody, data: SavedWebhook },
    ({ accountId }, { url }) => saveWebhook(deps, accountId, url),
  )
  addRoute(
    app,
    '/api/delete_webhook',
    { summary: 'Delete the webhook', body: Nothing, data: Done },
    async ({ accountId }) => {
      await channelRows.deleteWebhook(accountId)
      return {}
    },
  )
  addRoute(
    app,
    '/api/save_push',
    { summary: 'Save the push subscription of a browser', body: SavePushBody, data: SavedPush },
    (caller, body) => savePush(deps, caller, body),
  )
  addRoute(
    app,
    '/api/delete_push',
    { summary: 'Delete a push subscription', body: DeletePushBody, data: Done },
    async ({ accountId }, which) => {
      await channelRows.deletePush(accountId, which)
      return {}
    },
  )
  addRoute(
    app,
    '/api/test_alert',
    { summary: 'Send a test notification', body: TestAlertBody, data: TestedAlert },
    ({ accountId }, body) => testChannel(deps, accountId, body),
  )

  app.post(
    '/api/push_key',
    {
      schema: {
        tags: ['alerts'],
        summary: 'Get the public key for push subscriptions',
        response: { 200: Answer(PushKey), default: ErrorAnswer },
      },
    },
    async () => ({ code: 200, message: 'OK', data: { key: (await loadPushIdentity(deps)).publicKey } }),
  )
}

interface Route<Body extends TSchema> {
  readonly summary: string
  readonly body: Body
  readonly data: TSchema
}

function addRoute<Body extends TSchema>(
  app: FastifyInstance,
  path: string,
  { summary, body, data }: Route<Body>,
  answer: (caller: Caller, body: Static<Body>) => Promise<unknown>,
): void {
  addJsonCall(app, path, { tag: 'alerts', summary, body, data }, ({ accountId, sessionId }, given, { access }) =>
    answer({ accountId, sessionId, delayMs: access.delayMs }, given),
  )
}
