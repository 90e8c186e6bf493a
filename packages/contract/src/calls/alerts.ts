import { Type } from 'typebox'
import { Done } from '../accounts/fields.ts'
import { Alert, Alerts, AlertsBody, DeleteAlertBody, SaveAlertBody } from '../alerts/alert.ts'
import {
  AlertChannels,
  DeletePushBody,
  PushKey,
  SavedPush,
  SavedWebhook,
  SavePushBody,
  SaveWebhookBody,
  TestAlertBody,
  TestedAlert,
} from '../alerts/channels.ts'
import { AlertHistory, AlertHistoryBody } from '../alerts/event.ts'
import { defineCall } from './define-call.ts'

const NoArguments = Type.Object({})
const tag = 'alerts'

/** Alerts, their history and their channels (CONTRACT 2, docs/alerts.md). */
export const alertCalls = {
  alerts: defineCall('POST /alerts', {
    who: 'U',
    tag,
    summary: "List the account's alerts, newest first",
    body: AlertsBody,
    data: Alerts,
  }),
  saveAlert: defineCall('POST /save_alert', {
    who: 'U',
    tag,
    summary: 'Create or change an alert',
    body: SaveAlertBody,
    data: Alert,
  }),
  deleteAlert: defineCall('POST /delete_alert', {
    who: 'U',
    tag,
    summary: 'Delete an alert; its history is kept',
    body: DeleteAlertBody,
    data: Done,
  }),
  alertHistory: defineCall('POST /alert_history', {
    who: 'U',
    tag,
    summary: 'List events and their notifications, newest first',
    body: AlertHistoryBody,
    data: AlertHistory,
  }),
  alertChannels: defineCall('POST /alert_channels', {
    who: 'U',
    tag,
    summary: 'Get the channels of notifications',
    body: NoArguments,
    data: AlertChannels,
  }),
  saveWebhook: defineCall('POST /save_webhook', {
    who: 'U',
    tag,
    summary: 'Set the webhook; its secret is returned only once',
    body: SaveWebhookBody,
    data: SavedWebhook,
  }),
  deleteWebhook: defineCall('POST /delete_webhook', {
    who: 'U',
    tag,
    summary: 'Delete the webhook',
    body: NoArguments,
    data: Done,
  }),
  savePush: defineCall('POST /save_push', {
    who: 'U',
    tag,
    summary: "Save a browser's push subscription",
    body: SavePushBody,
    data: SavedPush,
  }),
  deletePush: defineCall('POST /delete_push', {
    who: 'U',
    tag,
    summary: 'Delete a push subscription',
    body: DeletePushBody,
    data: Done,
  }),
  testAlert: defineCall('POST /test_alert', {
    who: 'U',
    tag,
    summary: 'Send a test notification',
    body: TestAlertBody,
    data: TestedAlert,
  }),
  pushKey: defineCall('POST /push_key', {
    who: 'P',
    tag,
    summary: 'Get the public key of this installation for push services',
    data: PushKey,
  }),
}
