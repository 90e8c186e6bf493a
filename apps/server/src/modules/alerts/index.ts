export { alertsOf, deleteAlerts, deleteAlertTargets, detachPushFromSessions } from './alerts-of.ts'
