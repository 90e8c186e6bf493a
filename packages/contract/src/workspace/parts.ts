import { Type } from 'typebox'

/** Symbols may be kept before the market is known here, and after it is gone. */
export const KeptSymbol = Type.String({ maxLength: 64, pattern: '^[A-Z0-9]+:[A-Za-z0-9._-]+$', examples: ['BINANCE:LTCUSDT'] })

/** The version that was read; a save answers the next one, or STALE_VERSION when somebody saved meanwhile. */
export const Version = Type.Integer({ minimum: 0, maximum: 2_000_000_000, description: '0: nothing is kept yet' })
