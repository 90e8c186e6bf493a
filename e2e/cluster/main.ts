// npm run cluster [-- --speed 4 --seed 1 --only frozen --write]: a cluster on this machine under one fault after the other.
// npm run cluster -- --soak 30 [--speed 10 --write]: without faults; memory and descriptors of the nodes must stay flat.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { MINUTE_MS } from '@flowprint/orderflow'
import { formatTable, MACHINE, updateReliabilityPage } from '../reliability/reliability-page.ts'
import { SPEC_DIR } from '../support/environment.ts'
import { findGrowth, MAX_GROWTH, skipWarmUp, WARM_UP_SHARE, computeTrend } from './resource-trend.ts'
import { Cluster, missingPackages } from './run-cluster.ts'
import type { ClusterReport } from './run-cluster.ts'

const { values } = parseArgs({
  options: {
    /** Default 4, with --soak 10. */
    speed: { type: 'string' },
    seed: { type: 'string', default: '1' },
    /** Only faults whose name contains this text. */
    only: { type: 'string', multiple: true },
    /** No faults, but samples of the nodes for this many minutes. */
    soak: { type: 'string' },
    /** Writes the table into docs/reliability.md. */
    write: { type: 'boolean', default: false },
  },
})
const [speed, seed] = [values.speed ?? (values.soak === undefined ? 4 : 10), values.seed].map(Number)
const soakMinutes = values.soak === undefined ? null : Number(values.soak)
if (!(speed >= 1 && speed <= 10 && Number.isInteger(seed))) {
  console.error('cluster: --speed 1 to 10, --seed a whole number')
  process.exit(1)
}
if (soakMinutes !== null && !(soakMinutes >= 1 && soakMinutes <= 60)) {
  console.error('cluster: --soak 1 to 60 minutes')
  process.exit(1)
}
if (missingPackages !== null) {
  console.log(missingPackages)
  process.exit(0)
}

const MIN_JUDGED_MINUTES = 20
const FIGURES = [
  ['residentMb', 'resident MB'],
  ['heapMb', 'heap MB'],
  ['externalMb', 'external MB'],
  ['descriptors', 'descriptors'],
  ['connections', 'PostgreSQL connections'],
] as const
const started = performance.now()
const log = (line: string): void =>
  console.log(`cluster ${((performance.now() - started) / 1000).toFixed(1).padStart(6)}: ${line}`)
const { only } = values
const cluster = new Cluster({
  speed,
  seed,
  log,
  ...(only === undefined ? {} : { only }),
  ...(soakMinutes === null ? {} : { soakMinutes }),
})
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void cluster.stop().finally(() => process.exit(130)))
try {
  const report = await cluster.run()
  const { faults, samples, errors: differences, ...figures } = report
  const errors = [...differences]
  if (soakMinutes === null) console.table(faults)
  else {
    console.table(trendsOf(report, soakMinutes))
    const file = join(SPEC_DIR, 'cluster', 'samples.json')
    writeFileSync(file, JSON.stringify(Object.fromEntries(samples)))
    log(`all samples: ${file}`)
    // A short run is warm-up only.
    if (soakMinutes < MIN_JUDGED_MINUTES) log(`growth is judged in runs of ${MIN_JUDGED_MINUTES} minutes or more`)
    else for (const [name, list] of samples) errors.push(...findGrowth(name, skipWarmUp(list, soakMinutes * MINUTE_MS)))
  }
  for (const error of errors.slice(0, 50)) log(error)
  log(JSON.stringify(figures))
  const isOk = errors.length === 0 && faults.every(({ lost }) => lost === 0)
  if (isOk && values.write) {
    if (soakMinutes !== null) updateReliabilityPage('soak', formatSoak(report, soakMinutes))
    else if (only === undefined) updateReliabilityPage('cluster', formatSection(report))
  }
  process.exitCode = isOk ? 0 : 1
} catch (error) {
  console.error(error)
  process.exitCode = 1
} finally {
  await cluster.stop()
  // Node 24.21 may spin for ever while it cleans up the handles of a run with cut connections (uv_run in CleanupHandles).
  process.exit()
}

function formatSection(report: ClusterReport): string[] {
  const rows = report.faults.map(({ fault, recoverySeconds, streamSeconds, replayed, lost }) => [
    fault,
    recoverySeconds.toFixed(1),
    streamSeconds.toFixed(1),
    replayed,
    lost,
  ])
  const head = ['fault', 'seconds to recover', 'seconds until clients receive', 'trades replayed', 'trades lost']
  return [
    `\`npm run cluster -- --speed ${speed} --seed ${seed} --write\` on ${MACHINE}, ${report.markets} markets, ${report.trades} trades:`,
    '',
    formatTable(head, rows),
    '',
    `${report.frames} frames to two stream clients; ${report.alerts} alerts compared, ${report.repeatedDeliveries} delivered again under the same id; ` +
      `${report.payments} payments acknowledged, ${report.failedPayments} attempts refused during a fault; the page showed the ${report.pageBars} bars compared as the history has them.`,
  ]
}

interface NodeTrends {
  readonly node: string
  /** First quarter, last quarter, and per hour. */
  readonly [figure: string]: string
}

/** One row for each node. */
function trendsOf({ samples }: ClusterReport, minutes: number): NodeTrends[] {
  return [...samples].map(([node, list]) => {
    const judged = skipWarmUp(list, minutes * MINUTE_MS)
    const format = (what: (typeof FIGURES)[number][0]): string => {
      const { first, last, perHour } = computeTrend(judged, what)
      return `${first} -> ${last} (${perHour >= 0 ? '+' : ''}${perHour.toFixed(1)}/h)`
    }
    return { node, ...Object.fromEntries(FIGURES.map(([what, title]) => [title, format(what)])) }
  })
}

function formatSoak(report: ClusterReport, minutes: number): string[] {
  const rows = trendsOf(report, minutes).map((row) => Object.values(row))
  const { share, amount } = MAX_GROWTH.residentMb
  return [
    `\`npm run cluster -- --soak ${minutes} --speed ${speed} --seed ${seed} --write\` on ${MACHINE}, ${report.markets} markets, ${report.trades} trades, ` +
      `${report.visits} visits of charts, ${report.payments} payments, ${report.alerts} alerts compared. Median of the first and of the last quarter ` +
      `after a warm-up of ${Math.round(minutes * WARM_UP_SHARE)} minutes, and slope:`,
    '',
    formatTable(['node', ...FIGURES.map(([, title]) => title)], rows),
    '',
    `The run fails when the last quarter exceeds the first one by more than ${share * 100} % and ${amount} MB of resident memory, or ` +
      `${MAX_GROWTH.descriptors.share * 100} % and ${MAX_GROWTH.descriptors.amount} descriptors.`,
  ]
}
