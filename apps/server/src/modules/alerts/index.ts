export { alertsOf, deleteAlerts, deleteAlertTargets, detachPushFromSessions } from './queries/alerts-of.ts'
export { findScannerAlerts, recordScannerHits } from './evaluate/record-scanner-hits.ts'
export type { ScannerAlert } from './evaluate/record-scanner-hits.ts'
