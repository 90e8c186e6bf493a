import { alertCalls, MAX_ALERTS } from '@flowprint/contract'
import type { FastifyInstance } from 'fastify'
import { AppError, addCalls } from '../../../platform/http/index.ts'
import type { AlertDeps } from '../alert-deps.ts'
import { loadPushIdentity } from '../deliver/push-identity.ts'
import { presentAlert } from '../present-row.ts'
import { deleteAlert, findAlerts } from '../repository/alert-rows.ts'
import { countEvents, findEvents } from '../repository/event-rows.ts'
import { ChannelRows } from '../repository/channel-rows.ts'
import { saveAlert } from '../save-alert.ts'
import { loadChannels, savePush, saveWebhook, testChannel } from '../channels.ts'

export function addAlertCalls(app: FastifyInstance, deps: AlertDeps): void {
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
