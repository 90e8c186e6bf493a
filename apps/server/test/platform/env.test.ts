import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { readEnv, unknownVariables } from '../../src/platform/env/index.ts'

const example = readFileSync(new URL('../../../../.env.example', import.meta.url), 'utf8')

describe('readEnv', () => {
  test('returns the development defaults for an empty environment', () => {
    expect(readEnv({}, '/somewhere')).toEqual({
      nodeEnv: 'development',
      port: 8080,
      host: '127.0.0.1',
      dataDir: '/somewhere/data',
      databaseUrl: null,
      databaseReplicaUrls: [],
      natsUrls: [],
      roles: ['web', 'ingest', 'worker'],
      appUrl: 'http://localhost:8080',
      appKeys: [],
      smtpUrl: null,
      mailFrom: 'no-reply@localhost',
      trustProxy: false,
      corsOrigins: [],
      metricsSecret: null,
      markets: null,
      venueUrls: {},
      archiveUrls: {},
      backfillDays: 7,
      retentionDays: null,
      demo: true,
      recordDepth: true,
      recordDerivatives: true,
      scanner: true,
      rateLimitFactor: 1,
      maxLoopDelayMs: 200,
      cacheBytes: 448 * 1024 * 1024,
      productName: 'Flowprint',
      freeDelayMinutes: 15,
      passwordMin: 6,
      businessTz: 'Asia/Shanghai',
      defaultLanguage: 'zh',
      tronApiUrl: 'https://api.trongrid.io',
      tronApiKey: null,
      logLevel: 'info',
      otlpEndpoint: null,
      otlpHeaders: {},
      traceRatio: 1,
      testClock: null,
      testRecheckSeconds: 15,
      testBookHistoryMinutes: null,
      testDerivativesHistoryHours: null,
    })
  })

  test('lists all errors together with variable, allowed values and given value', () => {
    const faults = () =>
      readEnv({
        PORT: '80a',
        ROLES: 'web,mail',
        DATABASE_URL: 'mysql://x',
        BUSINESS_TZ: 'Mars/Base',
        DEMO: 'maybe',
        LOG_LEVEL: 'loud',
        RATE_LIMIT_FACTOR: '0',
        METRICS_SECRET: 'short',
      })
    expect(faults).toThrow('The configuration has 8 faults')
    for (const part of [
      'PORT must be a whole number from 0 to 65535, had "80a"',
      'ROLES must list some of web, ingest, worker',
      'DATABASE_URL',
      'BUSINESS_TZ',
      'DEMO must be 1 or 0',
      'LOG_LEVEL',
      'RATE_LIMIT_FACTOR must be a number above 0',
      'METRICS_SECRET must have at least 16',
    ]) {
      expect(faults).toThrow(part)
    }
  })

  test('requires address, key and mail in production, listens on all interfaces and creates no demo markets', () => {
    for (const name of ['APP_URL', 'APP_KEY', 'SMTP_URL', 'MAIL_FROM']) {
      expect(() => readEnv({ NODE_ENV: 'production' })).toThrow(`${name} is required in production`)
    }
    const env = readEnv({
      NODE_ENV: 'production',
      APP_URL: 'https://flow.example/',
      APP_KEY: 'k'.repeat(32),
      SMTP_URL: 'smtps://mail.example',
      MAIL_FROM: 'Flow <no-reply@flow.example>',
    })
    expect(env).toMatchObject({
      host: '0.0.0.0',
      demo: false,
      appUrl: 'https://flow.example',
      appKeys: ['k'.repeat(32)],
    })
  })

  test('parses APP_KEY as the current key and older ones, each of 32 characters or more', () => {
    expect(readEnv({ APP_KEY: `${'a'.repeat(32)}, ${'b'.repeat(40)}` }).appKeys).toEqual([
      'a'.repeat(32),
      'b'.repeat(40),
    ])
    expect(() => readEnv({ APP_KEY: `${'a'.repeat(32)},short` })).toThrow('APP_KEY must have at least 32 characters')
  })

  test.each(['person', 'a@b@c', 'A <a@b.example>\r\nBcc: c@d.example', 'a@b.example, c@d.example'])(
    'rejects MAIL_FROM %j',
    (value) => {
      expect(() => readEnv({ MAIL_FROM: value })).toThrow('MAIL_FROM must be')
    },
  )

  test('does not repeat an invalid secret', () => {
    const source = {
      APP_KEY: 'hunter2',
      METRICS_SECRET: 'hunter2',
      SMTP_URL: 'http://u:hunter2@mail.example',
      DATABASE_URL: 'mysql://u:hunter2@db.example',
      DATABASE_REPLICA_URL: 'postgres://u:hunter2@db.example,postgres://u:hunter2@db.example',
    }
    const faults = () => readEnv(source)
    expect(faults).toThrow('5 faults')
    expect(faults).not.toThrow('hunter2')
  })

  test('parses NATS_URL as servers with the same account', () => {
    const read = (servers: string) => readEnv({ DATABASE_URL: 'postgres://one/x', NATS_URL: servers }).natsUrls
    expect(read('nats://u:p@one:4222,tls://u:p@two')).toEqual(['nats://u:p@one:4222', 'tls://u:p@two'])
    expect(() => read('nats://u:p@one,nats://u:q@two')).toThrow('NATS_URL must have the same user and password')
    expect(() => read('nats://u:p@one,nats://two')).toThrow('NATS_URL must have the same user and password')
    expect(() => read('tls://10.0.0.1')).toThrow(
      'NATS_URL must name the host after tls://, had the IP address 10.0.0.1',
    )
    expect(() => read('tls://[::1]:4222')).toThrow('had the IP address [::1]')
    expect(() => read('http://one')).toThrow('NATS_URL must be an address starting with')
  })

  test('parses DATABASE_REPLICA_URL as the replicas of DATABASE_URL, each once', () => {
    const read = (replicas: string, primary: Record<string, string> = { DATABASE_URL: 'postgres://db/x' }) =>
      readEnv({ ...primary, DATABASE_REPLICA_URL: replicas }).databaseReplicaUrls
    expect(read('postgres://one/x, postgres://two:5433/x')).toEqual(['postgres://one/x', 'postgres://two:5433/x'])
    expect(read('')).toEqual([])
    expect(() => read('postgres://one/x,http://two')).toThrow('DATABASE_REPLICA_URL must be an address starting with')
    expect(() => read('postgres://one/x,postgres://u@one/y')).toThrow('must name each server once, had one twice')
    expect(() => read('postgres://one/x', {})).toThrow('DATABASE_REPLICA_URL needs DATABASE_URL')
  })

  test('treats an empty value as absent, but an empty MARKETS as none', () => {
    expect(readEnv({ PORT: '', MARKETS: '' })).toMatchObject({ port: 8080, markets: [] })
    expect(readEnv({ MARKETS: 'BINANCE:BTCUSDT, BYBIT:BTCUSD.P' }).markets).toEqual([
      'BINANCE:BTCUSDT',
      'BYBIT:BTCUSD.P',
    ])
  })

  test('accepts a TRON_API_URL with or without a trailing slash, or none', () => {
    expect(
      ['https://node.example/', 'http://10.0.0.7:8090', 'off'].map(
        (value) => readEnv({ TRON_API_URL: value }).tronApiUrl,
      ),
    ).toEqual(['https://node.example', 'http://10.0.0.7:8090', null])
    expect(() => readEnv({ TRON_API_URL: 'node.example' })).toThrow('TRON_API_URL')
  })

  test.each([
    ['off', false],
    ['on', 1],
    ['2', 2],
    ['loopback, 10.0.0.0/8', ['loopback', '10.0.0.0/8']],
  ])('accepts TRUST_PROXY %s', (value, wanted) => {
    expect(readEnv({ TRUST_PROXY: value }).trustProxy).toEqual(wanted)
  })

  test('reads the collector of traces and its headers, and never prints the headers', () => {
    const env = readEnv({
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318/',
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20a=b, x-tenant = 7',
      OTEL_TRACES_SAMPLER_ARG: '0.05',
      MAX_LOOP_DELAY_MS: '0',
      CACHE_MB: '16',
    })
    expect([env.otlpEndpoint, env.otlpHeaders, env.traceRatio, env.maxLoopDelayMs, env.cacheBytes]).toEqual([
      'http://127.0.0.1:4318',
      { authorization: 'Bearer a=b', 'x-tenant': '7' },
      0.05,
      0,
      16 * 1024 * 1024,
    ])
    expect(readEnv({ NODE_ENV: 'test' }).maxLoopDelayMs).toBe(0)
    const faultOf = (variables: Record<string, string>): string => {
      try {
        readEnv(variables)
        return ''
      } catch (error) {
        return (error as Error).message
      }
    }
    for (const value of ['1.5', '-1', 'all'])
      expect(faultOf({ OTEL_TRACES_SAMPLER_ARG: value })).toContain(
        'OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1',
      )
    expect(faultOf({ OTEL_EXPORTER_OTLP_ENDPOINT: 'grpc://x' })).toContain('OTEL_EXPORTER_OTLP_ENDPOINT must be')
    for (const value of ['secret', 'a=%zz', '=secret']) {
      const fault = faultOf({ OTEL_EXPORTER_OTLP_HEADERS: value })
      expect(fault).toContain('OTEL_EXPORTER_OTLP_HEADERS must list headers like name=value')
      expect(fault).not.toContain('secret')
    }
  })

  test.each(['perhaps', '33', 'example.com'])('rejects TRUST_PROXY %s', (value) => {
    expect(() => readEnv({ TRUST_PROXY: value })).toThrow('TRUST_PROXY must be')
  })

  test('parses addresses of exchanges by venue and section', () => {
    const table = {
      BINANCE: { spot: { ws: 'wss://a.example/ws', rest: 'https://a.example' } },
      COINBASE: { spot: { depthWs: 'wss://b.example' } },
    }
    expect(readEnv({ VENUE_URLS: JSON.stringify(table) }).venueUrls).toEqual(table)
    for (const value of [
      'wss://a.example',
      '[]',
      '{"BINANCE":"wss://a.example"}',
      '{"BINANCE":{"spot":{"path":"x"}}}',
    ]) {
      expect(() => readEnv({ VENUE_URLS: value })).toThrow('VENUE_URLS must be')
    }
  })

  test('accepts clock speed, recheck interval and the past of simulated books in tests only', () => {
    expect(readEnv({ NODE_ENV: 'test', TEST_CLOCK: '1000,2000,10' }).testClock).toEqual({
      atMs: 1000,
      sinceMs: 2000,
      speed: 10,
    })
    expect(() => readEnv({ TEST_RECHECK_SECONDS: '1' })).toThrow('TEST_RECHECK_SECONDS is for NODE_ENV=test only')
    expect(() => readEnv({ TEST_CLOCK: '1000,2000,10' })).toThrow('TEST_CLOCK is for NODE_ENV=test only')
    expect(readEnv({ NODE_ENV: 'test', TEST_BOOK_HISTORY_MINUTES: '20' }).testBookHistoryMinutes).toBe(20)
    const { testDerivativesHistoryHours } = readEnv({ NODE_ENV: 'test', TEST_DERIVATIVES_HISTORY_HOURS: '25' })
    expect(testDerivativesHistoryHours).toBe(25)
    expect(() => readEnv({ TEST_DERIVATIVES_HISTORY_HOURS: '25' })).toThrow('is for NODE_ENV=test only')
    expect(() => readEnv({ TEST_BOOK_HISTORY_MINUTES: '20' })).toThrow('is for NODE_ENV=test only')
    expect(() => readEnv({ NODE_ENV: 'test', TEST_CLOCK: '1000,2000,0' })).toThrow('TEST_CLOCK must be three numbers')
  })

  test.each([
    ['APP_URL', 'https://a.example/path'],
    ['CORS_ORIGINS', 'a.example'],
    ['APP_URL', 'ftp://a.example'],
  ])('rejects %s %s', (name, value) => {
    expect(() => readEnv({ [name]: value })).toThrow(name)
  })
})

describe('unknownVariables', () => {
  test.each([
    ['SMPT_URL', 'Did you mean SMTP_URL?'],
    ['APP_KEYS', 'Did you mean APP_KEY?'],
    ['DATABSE_URL', 'Did you mean DATABASE_URL?'],
    ['MARKET', 'Did you mean MARKETS?'],
    ['TRON_NODE', 'TRON_NODE is not a variable of this program and has no effect.'],
  ])('reports %s', (name, line) => {
    expect(unknownVariables({ [name]: 'x', PATH: '/bin' })).toEqual([expect.stringContaining(line)])
  })

  test('ignores known variables and those of other programs', () => {
    const others = [
      'PATH',
      'HOME',
      'HOSTNAME',
      'MAIL',
      'LOGNAME',
      'NODE_OPTIONS',
      'NODE_PATH',
      'LANG',
      'TERM',
      'PWD',
      'REDIS_URL',
      'KUBERNETES_PORT',
      'npm_config_cache',
      'INIT_CWD',
      'TZ',
    ]
    const ours = [...example.matchAll(/^#?([A-Z_]+)=/gm)].map(([, name]) => name)
    expect(unknownVariables(Object.fromEntries([...others, ...ours].map((name) => [name, 'x'])))).toEqual([])
    expect(unknownVariables({ SMPT_URL: '' })).toEqual([])
  })
})

describe('.env.example', () => {
  const lines = example.split('\n').filter((line) => /^#?[A-Z_]+=/.test(line))
  const names = lines.map((line) => line.replace(/^#/, '').split('=')[0])

  test('names exactly the variables that are read', () => {
    const read = new Set<string>()
    readEnv(new Proxy({}, { get: (_, name) => void read.add(String(name)) }))
    expect(names.toSorted()).toEqual([...read].toSorted())
  })

  test('matches the operating guide, which explains each variable once', () => {
    const page = readFileSync(new URL('../../../../docs/operating/configuration.md', import.meta.url), 'utf8')
    const explained = [...page.matchAll(/^\| `([A-Z_]+)` \|/gm)].map(([, name]) => name)
    expect(explained.toSorted()).toEqual(names.toSorted())
  })

  test('contains the defaults', () => {
    const values = Object.fromEntries(
      lines.filter((line) => !line.startsWith('#')).map((line) => line.split(/=(.*)/).slice(0, 2)),
    )
    expect(readEnv(values, '/x')).toEqual(readEnv({}, '/x'))
  })
})
