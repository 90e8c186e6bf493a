export * from './access.ts'
export * from './development.ts'
export * from './envelope.ts'
export * from './errors.ts'
export * from './limits.ts'
export * from './schemas.ts'
export * from './settings.ts'

export * from './accounts/index.ts'

export * from './alerts/index.ts'

export * from './business/index.ts'

export * from './calls/index.ts'

export * from './content/index.ts'

export * from './market/admin-markets.ts'
export * from './market/big-trades.ts'
export * from './market/coverage.ts'
export * from './market/export.ts'
export * from './market/footprint-answer.ts'
export * from './market/vwap.ts'
export * from './market/signal-marks.ts'
export * from './market/footprint-query.ts'
export * from './market/menus.ts'
export * from './market/profile.ts'
export * from './market/trades.ts'

export * from './stream/client.ts'
export * from './stream/server.ts'

export * from './workspace/index.ts'
