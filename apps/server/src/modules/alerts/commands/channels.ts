import { randomBytes } from 'node:crypto'
import { MAX_PUSHES } from '@flowprint/contract'
import type {
  AlertChannels,
  SavePushBody,
  SavedPush,
  SavedWebhook,
  TestAlertBody,
  TestedAlert,
} from '@flowprint/contract'
import { AppError, refuse } from '../../../platform/http/index.ts'
import { OutboundError, readAddress } from '../../../platform/outbound/index.ts'
import type { AlertDeps, Caller } from '../alert-deps.ts'
import { subjectOf } from '../deliver/deliver-alert.ts'
import { notifyPages, testPushOf, testWebhookBodyOf } from '../deliver/page-alerts.ts'
import { loadPushIdentity, sendPush, sendWebhook } from '../deliver/send.ts'
import { findOwners } from '../queries/alerts-of.ts'
import type { Owner } from '../queries/alerts-of.ts'
import { ChannelRows } from '../queries/channel-rows.ts'

const iso = (ms: number): string => new Date(ms).toISOString()

/** Notification channels of an account. */
export async function loadChannels(deps: AlertDeps, accountId: number): Promise<AlertChannels> {
  const channelRows = new ChannelRows(deps.pool, deps.keys)
  const [owner, webhook, pushes] = await Promise.all([
    ownerOf(deps, accountId),
    channelRows.webhook(accountId),
    channelRows.pushes(accountId),
  ])
  return {
    mail: owner.email,
    webhook: webhook === null ? null : { url: webhook.url, created_at: iso(webhook.createdAt) },
    pushes: pushes.map(({ id, label, endpoint, createdAt, lastSentAt }) => ({
      id,
      label,
      endpoint,
      created_at: iso(createdAt),
      last_sent_at: lastSentAt === null ? null : iso(lastSentAt),
    })),
  }
}

export async function saveWebhook(deps: AlertDeps, accountId: number, url: string): Promise<SavedWebhook> {
  checkAddress(url, 'url')
  const secret = randomBytes(32).toString('base64url')
  await new ChannelRows(deps.pool, deps.keys).saveWebhook(accountId, { url, secret }, deps.clock.now())
  return { url, secret }
}

export async function savePush(
  deps: AlertDeps,
  { accountId, sessionId }: Caller,
  { endpoint, keys, label = '' }: SavePushBody,
): Promise<SavedPush> {
  checkAddress(endpoint, 'endpoint')
  const id = await new ChannelRows(deps.pool, deps.keys).savePush(
    accountId,
    { endpoint, keys },
    label,
    MAX_PUSHES,
    deps.clock.now(),
    sessionId,
  )
  return { id }
}

/** Rejects addresses that can never be valid; the resolved address is checked at each delivery. */
function checkAddress(url: string, field: string): void {
  try {
    readAddress(url)
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error
    refuse([{ field, error: 'NOT_PUBLIC', params: {} }])
  }
}

/** Sends a test notification immediately. A failure of the receiver is reported in the answer. */
export async function testChannel(
  deps: AlertDeps,
  accountId: number,
  { channel }: TestAlertBody,
): Promise<TestedAlert> {
  await deps.limits.take(['alert_test', String(accountId)])
  const owner = await ownerOf(deps, accountId)
  const outcomes = await TESTS[channel](deps, owner)
  if (outcomes.length === 0) refuse([{ field: 'channel', error: 'NO_WAY', params: {} }])
  return { sent: outcomes.filter((isSent) => isSent).length, failed: outcomes.filter((isSent) => !isSent).length }
}

type Test = (deps: AlertDeps, owner: Owner) => Promise<boolean[]>

const TESTS: Readonly<Record<TestAlertBody['channel'], Test>> = {
  async page({ pool, clock }, { accountId }) {
    await notifyPages(pool, accountId, 0, clock.now())
    return [true]
  },
  async push(deps, { accountId, language }) {
    const identity = await loadPushIdentity(deps)
    const channelRows = new ChannelRows(deps.pool, deps.keys)
    const payload = testPushOf(language, deps.clock.now())
    const send = async (address: Awaited<ReturnType<ChannelRows['pushes']>>[number]): Promise<boolean> => {
      const { kind } = await sendPush({ ...deps, identity, subject: subjectOf(deps.appUrl) }, address, payload)
      if (kind === 'gone') await channelRows.deletePush(accountId, { id: address.id })
      return kind === 'sent'
    }
    return Promise.all((await channelRows.pushes(accountId)).map((address) => orNot(send(address))))
  },
  async mail({ pool, mail, clock, appUrl }, { accountId, username, email, language }) {
    const { title, body } = testPushOf(language, 0)
    const now = clock.now()
    const params = { name: username, title, body, at: iso(now), link: `${appUrl}/order` }
    await mail.enqueueMail(pool, {
      template: 'alert',
      to: email,
      language,
      params,
      dedupeKey: `alert test ${accountId} ${now}`,
    })
    return [true]
  },
  async webhook({ pool, keys, post, clock }, { accountId, language }) {
    const webhook = await new ChannelRows(pool, keys).webhook(accountId)
    if (webhook === null) return []
    const now = clock.now()
    const sent = sendWebhook({ post, now }, webhook, { id: `test-${now}`, body: testWebhookBodyOf(language, now) })
    return [await orNot(sent.then(({ kind }) => kind === 'sent'))]
  },
}

async function orNot(sent: Promise<boolean>): Promise<boolean> {
  try {
    return await sent
  } catch (error) {
    if (error instanceof OutboundError) return false
    throw error
  }
}

async function ownerOf({ pool, clock }: AlertDeps, accountId: number): Promise<Owner> {
  const owner = (await findOwners(pool, [accountId], clock.now())).get(accountId)
  if (owner === undefined) throw new AppError('UNAUTHENTICATED')
  return owner
}
