// npm run cluster [-- --speed 4 --seed 1 --only frozen --write]: a cluster on this machine under one fault after the other.
import { parseArgs } from 'node:util'
import { formatTable, MACHINE, updateReliabilityPage } from '../reliability/reliability-page.ts'
import { Cluster, missingPackages } from './run-cluster.ts'
import type { ClusterReport } from './run-cluster.ts'

const { values } = parseArgs({
  options: {
    speed: { type: 'string', default: '4' },
    seed: { type: 'string', default: '1' },
    /** Only faults whose name contains this text. */
    only: { type: 'string', multiple: true },
    /** Writes the table into docs/reliability.md. */
    write: { type: 'boolean', default: false },
  },
})
const [speed, seed] = [values.speed, values.seed].map(Number)
if (!(speed >= 1 && speed <= 10 && Number.isInteger(seed))) {
  console.error('cluster: --speed 1 to 10, --seed a whole number')
  process.exit(1)
}
if (missingPackages !== null) {
  console.log(missingPackages)
  process.exit(0)
}

const started = performance.now()
const log = (line: string): void =>
  console.log(`cluster ${((performance.now() - started) / 1000).toFixed(1).padStart(6)}: ${line}`)
const { only } = values
const cluster = new Cluster({ speed, seed, log, ...(only === undefined ? {} : { only }) })
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void cluster.stop().finally(() => process.exit(130)))
try {
  const report = await cluster.run()
  console.table(report.faults)
  for (const error of report.errors.slice(0, 50)) log(error)
  const { faults, errors, ...figures } = report
  log(JSON.stringify(figures))
  const isOk = errors.length === 0 && faults.every(({ lost }) => lost === 0)
  if (isOk && values.write && only === undefined) updateReliabilityPage('cluster', formatSection(report))
  process.exitCode = isOk ? 0 : 1
} finally {
  await cluster.stop()
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
