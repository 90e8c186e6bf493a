import { MAX_MAILS_A_DAY, MAX_WEBHOOKS_A_DAY } from '@flowprint/contract'
import type { AlertEvent } from '@flowprint/contract'
import { DAY_MS } from '@flowprint/orderflow'
import { inTransaction } from '../../../platform/database/index.ts'
import { OutboundError } from '../../../platform/outbound/index.ts'
import type { DeliverDeps } from '../alert-deps.ts'
import { closeDelivery, countSent } from '../queries/delivery-rows.ts'
import type { LeasedDelivery } from '../queries/delivery-rows.ts'
import type { Owner } from '../queries/alerts-of.ts'
import { ChannelRows } from '../queries/channel-rows.ts'
import { notifyPages, pathOf, pushOf, webhookBodyOf, wordsOf } from './page-alerts.ts'
import { sendPush, sendWebhook } from './send.ts'
import type { PushIdentity, Outcome } from './send.ts'

export interface DeliverOptions extends DeliverDeps {
  /** Loaded when a push is sent, so that a start does not depend on it. */
  readonly identity: () => Promise<PushIdentity>
}

export interface Delivery {
  readonly taken: LeasedDelivery
  readonly event: AlertEvent
  readonly owner: Owner
  readonly now: number
}

const gone: Outcome = { kind: 'skipped', reason: 'taken back' }

/** One attempt on one channel. 'sent' for a mail means enqueued, in one transaction with this delivery. */
export async function deliverAlert(deps: DeliverOptions, delivery: Delivery): Promise<Outcome> {
  try {
    return await DELIVER_BY_CHANNEL[delivery.taken.channel](deps, delivery)
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error
    const reason = `${error.fault}: ${error.message}`
    return error.isForGood ? { kind: 'refused', reason } : { kind: 'failed', reason, retryAfterMs: null }
  }
}

type Deliver = (deps: DeliverOptions, delivery: Delivery) => Promise<Outcome>

const DELIVER_BY_CHANNEL: Readonly<Record<LeasedDelivery['channel'], Deliver>> = {
  async page({ pool }, { taken, now }) {
    await notifyPages(pool, taken.accountId, taken.eventId, now)
    return { kind: 'sent' }
  },

  async push(deps, { taken, event, owner, now }) {
    const channelRows = new ChannelRows(deps.pool, deps.keys)
    const address = await channelRows.push(taken.target)
    // The browser may belong to another account by now.
    if (address === null || !(await channelRows.pushIds(taken.accountId)).includes(taken.target)) return gone
    const sent = await sendPush(
      { ...deps, identity: await deps.identity(), subject: subjectOf(deps.appUrl) },
      address,
      pushOf(owner.language, event),
    )
    if (sent.kind === 'gone') {
      await channelRows.deletePush(taken.accountId, { id: taken.target })
      return gone
    }
    if (sent.kind === 'sent') await channelRows.recordPushSent(taken.target, now)
    return sent
  },

  async mail({ pool, mail, appUrl }, { taken, event, owner, now }) {
    if ((await countSent(pool, taken.accountId, 'mail', now - DAY_MS)) >= MAX_MAILS_A_DAY)
      return tooMany(MAX_MAILS_A_DAY)
    const params = {
      name: owner.username,
      ...wordsOf(owner.language, event),
      at: new Date(event.t).toISOString(),
      link: `${appUrl}${pathOf(event)}`,
    }
    await inTransaction(pool, async (client) => {
      await mail.enqueueMail(client, {
        template: 'alert',
        to: owner.email,
        language: owner.language,
        params,
        dedupeKey: `alert ${event.id}`,
      })
      await closeDelivery(client, taken, 'sent', now, null)
    })
    return { kind: 'sent' }
  },

  async webhook({ pool, keys, post }, { taken, event, owner, now }) {
    const webhook = await new ChannelRows(pool, keys).webhook(taken.accountId)
    if (webhook === null) return gone
    if ((await countSent(pool, taken.accountId, 'webhook', now - DAY_MS)) >= MAX_WEBHOOKS_A_DAY)
      return tooMany(MAX_WEBHOOKS_A_DAY)
    return sendWebhook({ post, now }, webhook, { id: String(event.id), body: webhookBodyOf(owner.language, event) })
  },
}

const tooMany = (max: number): Outcome => ({ kind: 'skipped', reason: `more than ${max} in 24 hours` })

/** VAPID requires an https address or a mailbox of the operator; development has neither. */
export const subjectOf = (appUrl: string): string =>
  appUrl.startsWith('https:') ? appUrl : `mailto:operator@${new URL(appUrl).hostname}`
