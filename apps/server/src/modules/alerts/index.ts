export { alertsOf, deleteAlerts, deleteAlertTargets, detachPushFromSessions } from './queries/alerts-of.ts'
