import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { buildApp } from '../../src/app.ts'
import { readEnv, variableNames } from '../../src/platform/env/index.ts'
import { servicesUnderTest } from '../app-under-test.ts'
import { BUILT_IN, DEPLOY, metricsIn, namesOf, queries, read, rules } from './deployed-metrics.ts'

const readYaml = (name: string): unknown => parse(read(name), { merge: true })

/** PROMTOOL names another binary. */
const PROMTOOL = process.env.PROMTOOL ?? 'promtool'
const hasPromtool = spawnSync(PROMTOOL, ['--version']).status === 0
if (!hasPromtool) console.log('Tests of the alert rules did not run: install prometheus (Debian package) to run them')

describe('metrics of rules and dashboard', () => {
  const exported = new Set<string>()
  beforeAll(async () => {
    const { services } = servicesUnderTest()
    const app = await buildApp(services)
    await app.ready()
    for (const name of namesOf(await services.metrics.metrics())) exported.add(name)
    await app.close()
  })
  const unknown = (expression: string): string[] =>
    metricsIn(expression).filter((name) => !exported.has(name) && !BUILT_IN.has(name))

  test('the parser finds names in every part of an expression', () => {
    expect(
      metricsIn(
        'histogram_quantile(0.99, sum by (le) (rate(a_bucket{b="c"}[5m]))) > 1 or sum(d) == 0 and sum(e offset 30m) > 10',
      ),
    ).toEqual(['a_bucket', 'd', 'e'])
    expect(unknown('no_such_metric > 0')).toEqual(['no_such_metric'])
  })

  test('are all exported', () => {
    expect(queries.length).toBeGreaterThan(60)
    for (const [name, expr] of queries)
      expect([name, metricsIn(expr).length > 0, unknown(expr)]).toEqual([name, true, []])
  })

  test('the metrics of the documentation are exported', () => {
    const text = readFileSync(join(DEPLOY, '../docs/operating/monitoring.md'), 'utf8')
    const rows = text.slice(text.indexOf('| metric |')).matchAll(/^\| (`\w+`(?:, `\w+`)*)/gm)
    const names = [...rows].flatMap(([, cell]) => [...cell.matchAll(/`(\w+)`/g)].map(([, name]) => name))
    expect(names.length).toBeGreaterThan(25)
    for (const name of names) expect([name, exported.has(name)]).toEqual([name, true])
  })
})

test('every alert says what happened and what to do, and who is told', () => {
  for (const { alert, labels, annotations } of rules) {
    expect([alert, ['page', 'ticket'].includes(labels.severity)]).toEqual([alert, true])
    expect([alert, annotations.summary.length > 10, annotations.action.length > 10]).toEqual([alert, true, true])
  }
  expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length)
})

describe.skipIf(!hasPromtool)('promtool', { tags: ['long'] }, () => {
  test.each([
    ['accepts the rules', ['check', 'rules', 'alerts.yml']],
    ['finds that the rules fire and end as intended', ['test', 'rules', 'alerts.test.yml']],
    ['accepts the configuration', ['check', 'config', '--syntax-only', 'prometheus.yml']],
  ])('%s', (_, args) => {
    const { status, stdout, stderr } = spawnSync(PROMTOOL, args, { cwd: join(DEPLOY, 'prometheus'), encoding: 'utf8' })
    expect(`${stdout}${stderr} exit ${status}`).toMatch(/ exit 0$/)
  })
})

interface Service {
  readonly image: string
  readonly environment?: Readonly<Record<string, string>>
  readonly command?: readonly string[]
  readonly depends_on?: Readonly<Record<string, unknown>>
  readonly volumes?: readonly string[]
  readonly secrets?: readonly string[]
  readonly ports?: readonly string[]
  readonly networks?: readonly string[]
  readonly healthcheck?: object
  readonly profiles?: readonly string[]
  readonly stop_grace_period?: string
}

test('the unit of one of several nodes differs from that of a single one in its folder and variables only', () => {
  const linesOf = (name: string): string[] =>
    read(name)
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('# One of') && !line.startsWith('# PORT'))
  const [single, instance] = [linesOf('flowprint.service'), linesOf('flowprint@.service')]
  expect(instance.filter((line) => !single.includes(line))).toEqual([
    'Description=Flowprint node %i',
    'Environment=DATA_DIR=/var/lib/flowprint/%i',
    'EnvironmentFile=/etc/flowprint/%i.env',
    'StateDirectory=flowprint/%i',
  ])
  expect(single.filter((line) => !instance.includes(line)).filter((line) => !line.startsWith('# '))).toEqual([
    'Description=Flowprint, order flow on the web',
    'Environment=DATA_DIR=/var/lib/flowprint',
    'StateDirectory=flowprint',
  ])
})

describe('the cluster of containers', () => {
  const compose = readYaml('compose.cluster.yaml') as {
    readonly services: Readonly<Record<string, Service>>
    readonly volumes: object
    readonly networks: object
    readonly secrets: object
  }
  const services = Object.entries(compose.services)
  const nodes = services.filter(([, { image }]) => image === 'flowprint')
  const example = Object.fromEntries(
    read('cluster.env.example')
      .split('\n')
      .filter((line) => /^[A-Z]/.test(line))
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  )
  const filled: Readonly<Record<string, string>> = {
    ...example,
    APP_KEY: 'k'.repeat(44),
    POSTGRES_PASSWORD: 'p'.repeat(48),
    REPLICATION_PASSWORD: 'r'.repeat(48),
    METRICS_SECRET: 'm'.repeat(48),
    GRAFANA_PASSWORD: 'g',
  }
  /** ${NAME}, ${NAME:?} and ${NAME:-default}, as Compose replaces them. */
  const interpolate = (text: string): string =>
    text.replace(/\$\{(\w+)(?::([-?])([^}]*))?\}/g, (_, name: string, kind: string | undefined, fallback: string) => {
      const value = filled[name] ?? ''
      if (value === '' && kind === '?') throw new Error(`${name} is required`)
      return value === '' && kind === '-' ? fallback : value
    })

  test('has the nodes of every role', () => {
    expect(nodes.map(([name, { environment }]) => [name, environment?.['ROLES']])).toEqual([
      ['web-1', 'web'],
      ['web-2', 'web'],
      ['ingest-1', 'ingest'],
      ['ingest-2', 'ingest'],
      ['worker-1', 'worker'],
    ])
  })

  test('sets only variables that the program knows, with values that it accepts', () => {
    // Defined by the parts that use them: remove from this list when they are.
    const known = new Set<string>(variableNames)
    for (const [name, { environment = {} }] of nodes) {
      expect([name, Object.keys(environment).filter((variable) => !known.has(variable))]).toEqual([name, []])
      const env = Object.fromEntries(
        Object.entries(environment).map(([key, value]) => [key, interpolate(String(value))]),
      )
      const { nodeEnv, roles, port, trustProxy, databaseUrl } = readEnv(env)
      expect([nodeEnv, roles, port, trustProxy]).toEqual(['production', [env['ROLES']], 8080, 1])
      expect(new URL(databaseUrl as string).hostname).toBe('postgres-primary')
    }
  })

  test('needs no variable that its example does not list, and the example lists no other', () => {
    const used = [...read('compose.cluster.yaml').matchAll(/\$\{(\w+)/g)].map(([, name]) => name)
    expect([...new Set(used)].toSorted()).toEqual(Object.keys(example).toSorted())
  })

  test('refers to services, volumes, networks, secrets and files that exist', () => {
    for (const [name, service] of services) {
      const { depends_on = {}, volumes = [], networks = [], secrets = [] } = service
      expect(Object.keys(depends_on).filter((other) => !(other in compose.services))).toEqual([])
      expect(networks.filter((network) => !(network in compose.networks))).toEqual([])
      expect(secrets.filter((secret) => !(secret in compose.secrets))).toEqual([])
      for (const volume of volumes) {
        const [source] = volume.split(':')
        const exists = source.startsWith('.') ? existsSync(join(DEPLOY, source)) : source in compose.volumes
        expect([name, volume, exists]).toEqual([name, volume, true])
      }
    }
  })

  test('lets nodes drain, checks the health of everything, and publishes the load balancer only', () => {
    for (const [name, { stop_grace_period }] of nodes) expect([name, stop_grace_period]).toEqual([name, '60s'])
    for (const [name, { healthcheck, profiles }] of services.filter(([, { image }]) => image !== 'flowprint'))
      expect([name, healthcheck !== undefined || profiles !== undefined]).toEqual([name, true])
    const open = services.filter(([, { ports = [] }]) => ports.some((port) => !port.startsWith('127.0.0.1:')))
    expect(open.map(([name]) => name)).toEqual(['load-balancer'])
  })

  test('names its nodes alike in the load balancer, in Prometheus and in the addresses of NATS', () => {
    const upstreams = /reverse_proxy ([^{]+)\{/.exec(read('Caddyfile.cluster'))?.[1].trim().split(' ')
    expect(upstreams).toEqual(['web-1:8080', 'web-2:8080'])
    const config = readYaml('prometheus/prometheus.yml') as {
      scrape_configs: { static_configs: { targets: string[] }[]; authorization: { credentials_file: string } }[]
    }
    const [scrape] = config.scrape_configs
    expect(scrape.static_configs[0].targets).toEqual(nodes.map(([name]) => `${name}:8080`))
    expect(scrape.authorization.credentials_file).toBe('/run/secrets/metrics_secret')
    const servers = nodes[0][1].environment?.['NATS_URL'].split(',').map((url) => new URL(url).hostname)
    expect(servers).toEqual(services.filter(([, { image }]) => image.startsWith('nats:')).map(([name]) => name))
  })
})
