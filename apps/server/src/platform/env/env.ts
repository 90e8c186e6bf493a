import { resolve } from 'node:path'
import { existsSync } from 'node:fs'
import { Type } from 'typebox'
import type { StaticDecode, TSchema } from 'typebox'
import { Decode, Errors } from 'typebox/value'
import { StartError } from '../errors/index.ts'
import type { ClockPace } from '../clock/index.ts'
import type { LogLevel } from '../log/index.ts'
import {
  baseUrl,
  baseUrlOrOff,
  clockPace,
  differentHosts,
  flag,
  headerPairs,
  integer,
  mailAddress,
  natsServers,
  oneOf,
  origin,
  origins,
  parsed,
  positiveNumber,
  proxies,
  secret,
  secrets,
  share,
  someOf,
  symbols,
  timeZone,
  url,
  urls,
  venueAddresses,
} from './read-value.ts'
import type { VenueAddresses } from './read-value.ts'

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
  /** Servers of one NATS cluster, which connects the nodes of an installation; empty = this process runs alone. */
  readonly natsUrls: readonly string[]
  /** Streaming replicas of `databaseUrl`; empty = history is read from the primary. */
  readonly databaseReplicaUrls: readonly string[]
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
  /** Whether nodes with the role ingest record order books. */
  readonly recordDepth: boolean
  /** Whether they record liquidations, open interest, funding and mark prices of perpetuals. */
  readonly recordDerivatives: boolean
  /** Whether nodes with the role worker compute the rows of the scanner. */
  readonly scanner: boolean
  /** A TRON full node's HTTP interface; null = payments are reviewed without checking the chain. */
  readonly tronApiUrl: string | null
  readonly tronApiKey: string | null
  readonly rateLimitFactor: number
  /** Mean delay of the event loop, ms, above which expensive calls are refused; 0 = never because of it. */
  readonly maxLoopDelayMs: number
  /** Limit of all caches of stored market data in this process. */
  readonly cacheBytes: number
  readonly productName: string
  readonly freeDelayMinutes: number
  /** Min password length in characters. */
  readonly passwordMin: number
  readonly businessTz: string
  /** Language when neither the request nor the account names one; auto = the browser's. */
  readonly defaultLanguage: 'zh' | 'en' | 'auto'
  readonly logLevel: LogLevel
  /** Base address of an OTLP/HTTP collector of traces; null = tracing is off. */
  readonly otlpEndpoint: string | null
  /** Sent with every request to the collector. */
  readonly otlpHeaders: Readonly<Record<string, string>>
  /** Share of traces that are recorded, 0 to 1. */
  readonly traceRatio: number
  /** Simulated time for tests that replay a market. null = the machine's time. */
  readonly testClock: ClockPace | null
  /** How often an open stream checks its session and access again. */
  readonly testRecheckSeconds: number
  /** How far back the books of simulated markets are made at the first start. null = the default of the recorder. */
  readonly testBookHistoryMinutes: number | null
  /** Hours of the past for which derivatives data of simulated markets is made; null: the default. */
  readonly testDerivativesHistoryHours: number | null
}

/** Every variable, in the order in which faults are listed. */
const VARIABLES = {
  NODE_ENV: parsed(oneOf('development', 'production', 'test')),
  PORT: parsed(integer(0, 65535)),
  APP_URL: parsed(origin),
  APP_KEY: parsed(secrets(32)),
  SMTP_URL: parsed(url('smtp:', 'smtps:')),
  MAIL_FROM: parsed(mailAddress),
  HOST: Type.String(),
  DATA_DIR: Type.String(),
  DATABASE_URL: parsed(url('postgres:', 'postgresql:')),
  NATS_URL: parsed(natsServers),
  DATABASE_REPLICA_URL: parsed(differentHosts(urls('postgres:', 'postgresql:'))),
  ROLES: parsed(someOf('web', 'ingest', 'worker')),
  TRUST_PROXY: parsed(proxies),
  CORS_ORIGINS: parsed(origins),
  METRICS_SECRET: parsed(secret(16)),
  MARKETS: parsed(symbols),
  VENUE_URLS: parsed(venueAddresses),
  RETENTION_DAYS: parsed(integer(31, 36_500)),
  ARCHIVE_URL_BINANCE: parsed(baseUrl),
  ARCHIVE_URL_BYBIT: parsed(baseUrl),
  BACKFILL_DAYS: parsed(integer(0, 3650)),
  RECORD_DEPTH: parsed(flag),
  RECORD_DERIVATIVES: parsed(flag),
  SCANNER: parsed(flag),
  DEMO: parsed(flag),
  TRON_API_URL: parsed(baseUrlOrOff),
  TRON_API_KEY: Type.String(),
  RATE_LIMIT_FACTOR: parsed(positiveNumber),
  MAX_LOOP_DELAY_MS: parsed(integer(0, 60_000)),
  CACHE_MB: parsed(integer(16, 65_536)),
  PRODUCT_NAME: Type.String(),
  FREE_DELAY_MINUTES: parsed(integer(0, 7 * 24 * 60)),
  PASSWORD_MIN: parsed(integer(6, 128)),
  DEFAULT_LANGUAGE: parsed(oneOf('zh', 'en', 'auto')),
  BUSINESS_TZ: parsed(timeZone),
  LOG_LEVEL: parsed(oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent')),
  OTEL_EXPORTER_OTLP_ENDPOINT: parsed(baseUrl),
  OTEL_EXPORTER_OTLP_HEADERS: parsed(headerPairs),
  OTEL_TRACES_SAMPLER_ARG: parsed(share),
  TEST_CLOCK: parsed(clockPace),
  TEST_RECHECK_SECONDS: parsed(integer(1, 15)),
  TEST_BOOK_HISTORY_MINUTES: parsed(integer(1, 120)),
  TEST_DERIVATIVES_HISTORY_HOURS: parsed(integer(1, 168)),
} satisfies Record<string, TSchema>

type Name = keyof typeof VARIABLES
type Values = { readonly [Variable in Name]?: StaticDecode<(typeof VARIABLES)[Variable]> }
type Source = Readonly<Record<string, string | undefined>>

const NAMES = Object.keys(VARIABLES) as Name[]
/** Values of these variables are never printed. */
const SECRETS: ReadonlySet<Name> = new Set([
  'APP_KEY',
  'SMTP_URL',
  'DATABASE_URL',
  'NATS_URL',
  'DATABASE_REPLICA_URL',
  'METRICS_SECRET',
  'OTEL_EXPORTER_OTLP_HEADERS',
  'TRON_API_KEY',
])
/** Allowed in tests only, to shorten waits. */
const TEST_ONLY: ReadonlySet<Name> = new Set([
  'TEST_CLOCK',
  'TEST_RECHECK_SECONDS',
  'TEST_BOOK_HISTORY_MINUTES',
  'TEST_DERIVATIVES_HISTORY_HOURS',
])
/** An empty variable counts as absent, except these. */
const MAY_BE_EMPTY: ReadonlySet<Name> = new Set(['MARKETS'])
const REQUIRED_IN_PRODUCTION: Readonly<Partial<Record<Name, string>>> = {
  APP_URL: 'the address people type, like https://example.com',
  APP_KEY: 'a secret of 32 characters or more, like the output of: openssl rand -base64 32',
  SMTP_URL: 'the mail server, like smtps://user:password@mail.example.com',
  MAIL_FROM: 'the sender of mails, like Flowprint <no-reply@example.com>',
}

/** Throws StartError listing every invalid variable with its allowed values. */
export function readEnv(source: Source, workingDir: string = process.cwd()): Env {
  const { values, faults } = readVariables(source)
  if (faults.length > 0) {
    throw new StartError(
      `The configuration has ${faults.length === 1 ? 'a fault' : `${faults.length} faults`}:\n${faults.map((fault) => `  ${fault}`).join('\n')}`,
    )
  }
  return envOf(values, workingDir)
}

/** Every variable of the program. */
export const variableNames: readonly string[] = NAMES

/** One line for each variable that looks like one of ours but is unknown. */
export const unknownVariables = (source: Source): readonly string[] => unknownNames(source, new Set<string>(NAMES))

function readVariables(source: Source): { readonly values: Values; readonly faults: readonly string[] } {
  const values: Partial<Record<Name, unknown>> = {}
  const faults: string[] = []
  for (const name of NAMES) {
    const text = source[name]?.trim()
    if (text !== undefined && (text !== '' || MAY_BE_EMPTY.has(name))) {
      const fault = faultOf(name, text, values.NODE_ENV)
      if (fault === null) values[name] = Decode(VARIABLES[name], text)
      else {
        faults.push(`${name} ${fault}${SECRETS.has(name) ? '' : `, had ${JSON.stringify(text)}`}`)
        continue
      }
    }
    const what = REQUIRED_IN_PRODUCTION[name]
    const value = values[name]
    const isMissing = value === undefined || (Array.isArray(value) && value.length === 0)
    if (values.NODE_ENV === 'production' && what !== undefined && isMissing)
      faults.push(`${name} is required in production: ${what}`)
  }
  if (values.DATABASE_REPLICA_URL !== undefined && (source.DATABASE_URL ?? '').trim() === '')
    faults.push('DATABASE_REPLICA_URL needs DATABASE_URL, the primary of these replicas')
  return { values: values as Values, faults }
}

function faultOf(name: Name, text: string, nodeEnv: unknown): string | null {
  if (TEST_ONLY.has(name) && nodeEnv !== 'test') return 'is for NODE_ENV=test only'
  return Errors(VARIABLES[name], text)[0]?.message ?? null
}

function envOf(values: Values, workingDir: string): Env {
  const nodeEnv = values.NODE_ENV ?? 'development'
  const isProduction = nodeEnv === 'production'
  const port = values.PORT ?? 8080
  const { ARCHIVE_URL_BINANCE, ARCHIVE_URL_BYBIT } = values
  return {
    nodeEnv,
    port,
    host: values.HOST ?? (isProduction ? '0.0.0.0' : '127.0.0.1'),
    dataDir: resolve(workingDir, values.DATA_DIR ?? './data'),
    databaseUrl: values.DATABASE_URL ?? null,
    natsUrls: values.NATS_URL ?? [],
    databaseReplicaUrls: values.DATABASE_REPLICA_URL ?? [],
    roles: values.ROLES ?? ['web', 'ingest', 'worker'],
    appUrl: values.APP_URL ?? `http://localhost:${port}`,
    appKeys: values.APP_KEY ?? [],
    smtpUrl: values.SMTP_URL ?? null,
    mailFrom: values.MAIL_FROM ?? 'no-reply@localhost',
    trustProxy: values.TRUST_PROXY ?? false,
    corsOrigins: values.CORS_ORIGINS ?? [],
    metricsSecret: values.METRICS_SECRET ?? null,
    markets: values.MARKETS ?? null,
    venueUrls: values.VENUE_URLS ?? {},
    retentionDays: values.RETENTION_DAYS ?? null,
    archiveUrls: {
      ...(ARCHIVE_URL_BINANCE === undefined ? {} : { BINANCE: ARCHIVE_URL_BINANCE }),
      ...(ARCHIVE_URL_BYBIT === undefined ? {} : { BYBIT: ARCHIVE_URL_BYBIT }),
    },
    backfillDays: values.BACKFILL_DAYS ?? 7,
    demo: values.DEMO ?? !isProduction,
    recordDepth: values.RECORD_DEPTH ?? true,
    recordDerivatives: values.RECORD_DERIVATIVES ?? true,
    scanner: values.SCANNER ?? true,
    tronApiUrl: values.TRON_API_URL === undefined ? 'https://api.trongrid.io' : values.TRON_API_URL,
    tronApiKey: values.TRON_API_KEY ?? null,
    rateLimitFactor: values.RATE_LIMIT_FACTOR ?? 1,
    // Tests run side by side on busy machines.
    maxLoopDelayMs: values.MAX_LOOP_DELAY_MS ?? (nodeEnv === 'test' ? 0 : 200),
    cacheBytes: (values.CACHE_MB ?? 448) * 1024 * 1024,
    productName: values.PRODUCT_NAME ?? 'Flowprint',
    freeDelayMinutes: values.FREE_DELAY_MINUTES ?? 15,
    passwordMin: values.PASSWORD_MIN ?? 6,
    businessTz: values.BUSINESS_TZ ?? 'Asia/Shanghai',
    defaultLanguage: values.DEFAULT_LANGUAGE ?? 'zh',
    logLevel: values.LOG_LEVEL ?? 'info',
    otlpEndpoint: values.OTEL_EXPORTER_OTLP_ENDPOINT ?? null,
    otlpHeaders: values.OTEL_EXPORTER_OTLP_HEADERS ?? {},
    traceRatio: values.OTEL_TRACES_SAMPLER_ARG ?? 1,
    testClock: values.TEST_CLOCK ?? null,
    testRecheckSeconds: values.TEST_RECHECK_SECONDS ?? 15,
    testBookHistoryMinutes: values.TEST_BOOK_HISTORY_MINUTES ?? null,
    testDerivativesHistoryHours: values.TEST_DERIVATIVES_HISTORY_HOURS ?? null,
  }
}

/** Loads `.env` of the working directory, if any, into the process; variables already set win. */
export function loadEnvFile(): void {
  const path = resolve(process.cwd(), '.env')
  if (existsSync(path)) process.loadEnvFile(path)
}

/** Prefixes that other programs' variables use too. */
const COMMON_WORDS = new Set(['NODE', 'PORT', 'HOST', 'TEST', 'LOG', 'DATA', 'MAIL', 'DEFAULT'])
/** Shorter names too often belong to other programs. */
const MIN_TYPO_LENGTH = 5

/**
 * Variables that look like ours but are unknown: a mistyped name, or one that begins with a prefix of ours. One line
 * for each that is set.
 */
function unknownNames(
  source: Readonly<Record<string, string | undefined>>,
  known: ReadonlySet<string>,
): readonly string[] {
  const prefixes = new Set(
    [...known]
      .filter((name) => name.includes('_'))
      .map((name) => name.slice(0, name.indexOf('_')))
      .filter((word) => !COMMON_WORDS.has(word)),
  )
  const lines: string[] = []
  for (const name of Object.keys(source).sort()) {
    if (known.has(name) || (source[name] ?? '') === '' || !/^[A-Z][A-Z0-9_]*$/.test(name)) continue
    const nearest = name.length < MIN_TYPO_LENGTH ? undefined : [...known].find((other) => isTypo(name, other))
    if (nearest !== undefined)
      lines.push(`${name} is not a variable of this program and has no effect. Did you mean ${nearest}?`)
    else if (prefixes.has(name.split('_')[0]))
      lines.push(`${name} is not a variable of this program and has no effect.`)
  }
  return lines
}

/** One letter more, fewer or different, or two neighbours swapped. */
function isTypo(name: string, other: string): boolean {
  if (Math.abs(name.length - other.length) > 1) return false
  let from = 0
  while (from < Math.min(name.length, other.length) && name[from] === other[from]) from++
  const [rest, wanted] = [name.slice(from), other.slice(from)]
  const isSwapped =
    rest.length > 1 && rest[0] === wanted[1] && rest[1] === wanted[0] && rest.slice(2) === wanted.slice(2)
  return isSwapped || rest.slice(1) === wanted.slice(1) || rest.slice(1) === wanted || rest === wanted.slice(1)
}
