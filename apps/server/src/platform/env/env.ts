import { resolve } from 'node:path'
import { StartError } from '../errors/index.ts'
import type { ClockPace } from '../clock/index.ts'
import type { LogLevel } from '../log/index.ts'
import {
  baseUrl,
  baseUrlOrOff,
  clockPace,
  flag,
  integer,
  inTests,
  mailAddress,
  oneOf,
  origin,
  origins,
  positiveNumber,
  proxies,
  secret,
  secrets,
  someOf,
  symbols,
  text,
  timeZone,
  url,
  venueAddresses,
} from './read-value.ts'
import type { VenueAddresses } from './read-value.ts'
import { unknownNames } from './unknown-names.ts'

export type Role = 'web' | 'ingest' | 'worker'

/** The whole configuration, read once at start. Names are those of `.env.example` in camel case. */
export interface Env {
  readonly nodeEnv: 'development' | 'production' | 'test'
  readonly port: number
  readonly host: string
  /** Absolute. */
  readonly dataDir: string
  /** null = the embedded server in `dataDir`. */
  readonly databaseUrl: string | null
  readonly roles: readonly Role[]
  readonly appUrl: string
  /** The current encryption key, then older ones; empty = a key is generated and kept in `dataDir`. */
  readonly appKeys: readonly string[]
  /** null = mails are kept for the outbox page of development. */
  readonly smtpUrl: string | null
  /** Sender of every mail. */
  readonly mailFrom: string
  readonly trustProxy: boolean | number | readonly string[]
  readonly corsOrigins: readonly string[]
  /** null = metrics are served on loopback only, and in production not at all. */
  readonly metricsSecret: string | null
  /** Symbols to follow live; null = the built-in list. */
  readonly markets: readonly string[] | null
  /** Overrides of exchange addresses by venue and section: mirrors, and fakes in tests. */
  readonly venueUrls: VenueAddresses
  /** How long the tape is kept, days; null = for ever. */
  readonly retentionDays: number | null
  /** Mirrors of the public archives by venue; absent = the venue's archive. */
  readonly archiveUrls: { readonly BINANCE?: string; readonly BYBIT?: string }
  /** UTC days before today whose trades are fetched for every followed market; 0 = its last hours only. */
  readonly backfillDays: number
  readonly demo: boolean
  /** A TRON full node's HTTP interface; null = payments are reviewed without checking the chain. */
  readonly tronApiUrl: string | null
  readonly tronApiKey: string | null
  readonly rateLimitFactor: number
  readonly productName: string
  readonly freeDelayMinutes: number
  /** Min password length in characters. */
  readonly passwordMin: number
  readonly businessTz: string
  /** Language when neither the request nor the account names one; auto = the browser's. */
  readonly defaultLanguage: 'zh' | 'en' | 'auto'
  readonly logLevel: LogLevel
  /** Simulated time for tests that replay a market. null = the machine's time. */
  readonly testClock: ClockPace | null
  /** How often an open stream checks its session and access again. */
  readonly testRecheckSeconds: number
}

/** Values of these variables are never printed. */
const SECRETS: ReadonlySet<string> = new Set(['APP_KEY', 'SMTP_URL', 'DATABASE_URL', 'METRICS_SECRET', 'TRON_API_KEY'])

type Source = Readonly<Record<string, string | undefined>>

/** Throws StartError listing every invalid variable with its allowed values. */
export const readEnv = (source: Source, workingDir: string = process.cwd()): Env => readAll(source, workingDir).env

/** One line for each variable that looks like one of ours but is unknown. */
export const unknownVariables = (source: Source): readonly string[] => unknownNames(source, readAll({}, '/').names)

function readAll(source: Source, workingDir: string): { readonly env: Env; readonly names: ReadonlySet<string> } {
  const faults: string[] = []
  const names = new Set<string>()
  /** An empty variable counts as absent, unless `emptyIs` defines its meaning. */
  function read<Value>(name: string, parse: (text: string) => Value, absent: Value, emptyIs?: Value): Value {
    names.add(name)
    const value = source[name]?.trim()
    if (value === '' && emptyIs !== undefined) return emptyIs
    if (value === undefined || value === '') return absent
    try {
      return parse(value)
    } catch (error) {
      faults.push(`${name} ${(error as Error).message}${SECRETS.has(name) ? '' : `, had ${JSON.stringify(value)}`}`)
      return absent
    }
  }
  const nodeEnv = read('NODE_ENV', oneOf('development', 'production', 'test'), 'development')
  const production = nodeEnv === 'production'
  const port = read('PORT', integer(0, 65535), 8080)
  const appUrl = read<string | null>('APP_URL', origin, null)
  const appKeys = read<readonly string[]>('APP_KEY', secrets(32), [])
  const smtpUrl = read<string | null>('SMTP_URL', url('smtp:', 'smtps:'), null)
  const mailFrom = read<string | null>('MAIL_FROM', mailAddress, null)
  function demand(name: string, given: boolean, what: string): void {
    if (production && !given && !faults.some((fault) => fault.startsWith(name)))
      faults.push(`${name} is required in production: ${what}`)
  }
  demand('APP_URL', appUrl !== null, 'the address people type, like https://example.com')
  demand(
    'APP_KEY',
    appKeys.length > 0,
    'a secret of 32 characters or more, like the output of: openssl rand -base64 32',
  )
  demand('SMTP_URL', smtpUrl !== null, 'the mail server, like smtps://user:password@mail.example.com')
  demand('MAIL_FROM', mailFrom !== null, 'the sender of mails, like Flowprint <no-reply@example.com>')
  const env: Env = {
    nodeEnv,
    port,
    host: read('HOST', text, production ? '0.0.0.0' : '127.0.0.1'),
    dataDir: resolve(workingDir, read('DATA_DIR', text, './data')),
    databaseUrl: read<string | null>('DATABASE_URL', url('postgres:', 'postgresql:'), null),
    roles: read('ROLES', someOf('web', 'ingest', 'worker'), ['web', 'ingest', 'worker']),
    appUrl: appUrl ?? `http://localhost:${port}`,
    appKeys,
    smtpUrl,
    mailFrom: mailFrom ?? 'no-reply@localhost',
    trustProxy: read<Env['trustProxy']>('TRUST_PROXY', proxies, false),
    corsOrigins: read<readonly string[]>('CORS_ORIGINS', origins, []),
    metricsSecret: read<string | null>('METRICS_SECRET', secret(16), null),
    markets: read<readonly string[] | null>('MARKETS', symbols, null, []),
    venueUrls: read<VenueAddresses>('VENUE_URLS', venueAddresses, {}),
    retentionDays: read<number | null>('RETENTION_DAYS', integer(31, 36_500), null),
    archiveUrls: archives(
      read<string | null>('ARCHIVE_URL_BINANCE', baseUrl, null),
      read<string | null>('ARCHIVE_URL_BYBIT', baseUrl, null),
    ),
    backfillDays: read('BACKFILL_DAYS', integer(0, 3650), 7),
    demo: read('DEMO', flag, !production),
    tronApiUrl: read<string | null>('TRON_API_URL', baseUrlOrOff, 'https://api.trongrid.io'),
    tronApiKey: read<string | null>('TRON_API_KEY', text, null),
    rateLimitFactor: read('RATE_LIMIT_FACTOR', positiveNumber, 1),
    productName: read('PRODUCT_NAME', text, 'Flowprint'),
    freeDelayMinutes: read('FREE_DELAY_MINUTES', integer(0, 7 * 24 * 60), 15),
    passwordMin: read('PASSWORD_MIN', integer(6, 128), 6),
    defaultLanguage: read<Env['defaultLanguage']>('DEFAULT_LANGUAGE', oneOf('zh', 'en', 'auto'), 'zh'),
    businessTz: read('BUSINESS_TZ', timeZone, 'Asia/Shanghai'),
    logLevel: read<LogLevel>('LOG_LEVEL', oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'), 'info'),
    testClock: read<ClockPace | null>('TEST_CLOCK', inTests(nodeEnv, clockPace), null),
    testRecheckSeconds: read('TEST_RECHECK_SECONDS', inTests(nodeEnv, integer(1, 15)), 15),
  }
  if (faults.length > 0) {
    throw new StartError(
      `The configuration has ${faults.length === 1 ? 'a fault' : `${faults.length} faults`}:\n${faults.map((fault) => `  ${fault}`).join('\n')}`,
    )
  }
  return { env, names }
}

function archives(binance: string | null, bybit: string | null): Env['archiveUrls'] {
  return { ...(binance === null ? {} : { BINANCE: binance }), ...(bybit === null ? {} : { BYBIT: bybit }) }
}
