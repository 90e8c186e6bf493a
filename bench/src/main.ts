// Runs all benches or the named ones, prints one table and writes bench/results.json. A run of all benches, or of named
// ones with --readme, updates their rows in the README.
import { cpus, totalmem } from 'node:os'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BenchRow } from './harness.ts'
import { printTable, readmeTable } from './table.ts'

// Loaded lazily: the peers of other benches would make every garbage collection longer.
const benches: Record<string, () => Promise<BenchRow[]>> = {
  aggregate: async () => (await import('./aggregate.ts')).benchAggregate(),
  import: async () => (await import('./import.ts')).benchImport(),
  footprint: async () => (await import('./footprint.ts')).benchFootprint(),
  profile: async () => (await import('./profile.ts')).benchProfile(),
  bigTrades: async () => (await import('./big-trades.ts')).benchBigTrades(),
  sequence: async () => (await import('./sequence.ts')).benchSequence(),
  render: async () => (await import('./render.ts')).benchRender(),
  home: async () => (await import('./home.ts')).benchHome(),
  relay: async () => (await import('./relay.ts')).benchRelay(),
  fanOut: async () => (await import('./fan-out.ts')).benchFanOut(),
  logins: async () => (await import('./logins.ts')).benchLogins(),
  ingest: async () => (await import('./ingest.ts')).benchIngest(),
  ingestNodes: async () => (await import('./ingest-nodes.ts')).benchIngestNodes(),
  heatmap: async () => (await import('./heatmap.ts')).benchHeatmap(),
  besideDepth: async () => (await import('./beside-depth.ts')).benchBesideDepth(),
  depth: async () => (await import('./depth.ts')).benchDepth(),
  historyReads: async () => (await import('./history-reads.ts')).benchHistoryReads(),
  replay: async () => (await import('./replay.ts')).benchReplay(),
  alerts: async () => (await import('./alerts.ts')).benchAlerts(),
  workspace: async () => (await import('./workspace.ts')).benchWorkspace(),
  scanner: async () => (await import('./scanner.ts')).benchScanner(),
  backOffice: async () => (await import('./back-office.ts')).benchBackOffice(),
}

const machine = `${cpus()[0].model.trim()}, ${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}`

/** Run only when named. */
const figures: typeof benches = {
  scaling: async () => (await import('./scaling.ts')).benchScaling(machine),
  scalingDepth: async () => (await import('./scaling.ts')).benchScalingDepth(machine),
  simulatedBook: async () => (await import('./simulated-book.ts')).benchSimulatedBook(),
}

const wanted = process.argv.slice(2).filter((argument) => !argument.startsWith('--'))
const rows: BenchRow[] = []
for (const [name, run] of Object.entries(wanted.length ? { ...benches, ...figures } : benches)) {
  if (wanted.length && !wanted.includes(name)) continue
  console.log(`bench: ${name} …`)
  rows.push(...(await run()))
}

if (rows.length > 0) printTable(rows, machine)
if (!wanted.length) {
  const file = join(import.meta.dirname, '..', 'results.json')
  writeFileSync(file, `${JSON.stringify({ machine, date: new Date().toISOString().slice(0, 10), rows }, null, 2)}\n`)
}
if (rows.length > 0 && (!wanted.length || process.argv.includes('--readme'))) readmeTable(rows, machine)
process.exit(rows.some((row) => row.holds === false) ? 1 : 0)
