export * from './access.ts'
export * from './envelope.ts'
export * from './errors.ts'
export * from './limits.ts'
export * from './schemas.ts'

export * from './accounts/schemas.ts'
export * from './accounts/passwords.ts'
export * from './accounts/names.ts'

export * from './alerts/alert.ts'
export * from './alerts/channels.ts'
export * from './alerts/event.ts'

export * from './business/dividends.ts'
export * from './business/admin.ts'
export * from './business/orders.ts'
export * from './business/settings.ts'
export * from './business/money.ts'
export * from './business/tron.ts'

export * from './calls/index.ts'

export * from './content/help-topics.ts'
export * from './content/schemas.ts'

export * from './market/markets.ts'
export * from './market/trades.ts'
export * from './market/depth.ts'
export * from './market/derivatives.ts'
export * from './market/footprint-answer.ts'
export * from './market/footprint-query.ts'
export * from './market/lesson.ts'
export * from './market/profile.ts'
export * from './market/scan-limits.ts'
export * from './market/scanner.ts'
export * from './market/scan-match.ts'

export * from './stream.ts'

export * from './workspace.ts'
export * from './workspaces/document.ts'
export * from './workspaces/check-workspace.ts'
export * from './workspaces/schemas.ts'
