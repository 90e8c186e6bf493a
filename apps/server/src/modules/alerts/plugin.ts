import { alertCalls, ALERT_HISTORY_DAYS, MAX_ALERTS } from '@flowprint/contract'
import type { FastifyPluginAsync } from 'fastify'
import { AppError, addCalls } from '../../platform/http/index.ts'
import { EVERY_TEN_MINUTES } from '../../platform/jobs/index.ts'
import type { ScheduledJob, Outbox } from '../../platform/jobs/index.ts'
import type { AlertDeps } from './alert-deps.ts'
import { createDeliveryOutbox } from './deliver/delivery-outbox.ts'
import type { DeliveryOutboxOptions } from './deliver/delivery-outbox.ts'
import type { PageAlerts } from './deliver/page-alerts.ts'
import { loadPushIdentity } from './deliver/send.ts'
import { presentAlert, saveAlert } from './commands/save-alert.ts'
import { deleteAlert, findAlerts } from './queries/alert-rows.ts'
import { countEvents, deleteEventsBefore, findEvents } from './queries/event-rows.ts'
import { ChannelRows } from './queries/channel-rows.ts'
import { loadChannels, savePush, saveWebhook, testChannel } from './commands/channels.ts'

export { createPageAlerts } from './deliver/page-alerts.ts'
export { AlertWorker } from './evaluate/alert-worker.ts'
export { findEventTime } from './queries/event-rows.ts'

export interface AlertOptions extends AlertDeps {
  /** Publishes alerts to the open pages of this process; null: not at all. */
  readonly pageAlerts: PageAlerts | null
}

/** The outbox of notifications of alerts that fired. */
export const createAlertOutbox = (options: Omit<DeliveryOutboxOptions, 'identity'>): Outbox =>
  createDeliveryOutbox({ ...options, identity: () => loadPushIdentity(options) })

export const alertJobs = ({ pool, clock }: Pick<AlertDeps, 'pool' | 'clock'>): readonly ScheduledJob[] => [
  {
    name: 'old_alerts',
    cron: EVERY_TEN_MINUTES,
    run: () => deleteEventsBefore(pool, clock.now() - ALERT_HISTORY_DAYS * 86_400_000),
  },
]

/** The calls about alerts, their history and their channels. */
export const alertsPlugin: FastifyPluginAsync<AlertOptions> = async (app, deps) => {
  app.addHook('onClose', async () => deps.pageAlerts?.stop())
  const { pool, keys } = deps
  const channels = new ChannelRows(pool, keys)
  addCalls(app, alertCalls, {
    alerts: async ({ user, body: { symbol } }) => ({
      list: (await findAlerts(pool, user.accountId, symbol ?? null)).map(presentAlert),
      max: MAX_ALERTS,
    }),
    saveAlert: ({ user, body, request }) => saveAlert(deps, { ...user, delayMs: request.access.delayMs }, body),
    deleteAlert: async ({ user, body: { id } }) => {
      if (!(await deleteAlert(pool, user.accountId, id))) throw new AppError('NOT_FOUND')
      return {}
    },
    alertHistory: async ({ user, body: { page_cur = 1, page_size = 10, symbol, alert_id, after } }) => {
      const query = { accountId: user.accountId, symbol, alertId: alert_id, after }
      const page = { from: (page_cur - 1) * page_size, size: page_size }
      const [list, total] = await Promise.all([findEvents(pool, query, page), countEvents(pool, query)])
      return { list, total, page_cur, page_size }
    },
    alertChannels: ({ user }) => loadChannels(deps, user.accountId),
    saveWebhook: ({ user, body: { url } }) => saveWebhook(deps, user.accountId, url),
    deleteWebhook: async ({ user }) => {
      await channels.deleteWebhook(user.accountId)
      return {}
    },
    savePush: ({ user, body, request }) => savePush(deps, { ...user, delayMs: request.access.delayMs }, body),
    deletePush: async ({ user, body }) => {
      await channels.deletePush(user.accountId, body)
      return {}
    },
    testAlert: ({ user, body }) => testChannel(deps, user.accountId, body),
    pushKey: async () => ({ key: (await loadPushIdentity(deps)).publicKey }),
  })
}
