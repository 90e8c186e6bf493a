// Runs the benches (all, or those named), prints one table and writes bench/results.json. All of them, or those named with
// --readme, renew their rows in the README.
import { cpus, totalmem } from 'node:os'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { benchAggregate } from './aggregate.ts'
import { benchBigTrades } from './big-trades.ts'
import { benchAlerts } from './alerts.ts'
import { benchBackOffice } from './back-office.ts'
import { benchFootprint } from './footprint.ts'
import type { BenchRow } from './harness.ts'
import { benchHome } from './home.ts'
import { benchImport } from './import.ts'
import { benchIngest } from './ingest.ts'
import { benchLogins } from './logins.ts'
import { benchProfile } from './profile.ts'
import { benchRelay } from './relay.ts'
import { benchRender } from './render.ts'
import { benchSequence } from './sequence.ts'
import { printTable, readmeTable } from './table.ts'

const benches: Record<string, () => Promise<BenchRow[]>> = { aggregate: benchAggregate, import: benchImport, footprint: benchFootprint, profile: benchProfile, bigTrades: benchBigTrades, sequence: benchSequence, render: benchRender, home: benchHome, relay: benchRelay, logins: benchLogins, ingest: benchIngest, alerts: benchAlerts, backOffice: benchBackOffice }

const wanted = process.argv.slice(2).filter((argument) => !argument.startsWith('--'))
const rows: BenchRow[] = []
for (const [name, run] of Object.entries(benches)) {
  if (wanted.length && !wanted.includes(name)) continue
  console.log(`bench: ${name} …`)
  rows.push(...(await run()))
}

const machine = `${cpus()[0].model.trim()}, ${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}`
printTable(rows, machine)
if (!wanted.length) {
  const file = join(import.meta.dirname, '..', 'results.json')
  writeFileSync(file, `${JSON.stringify({ machine, date: new Date().toISOString().slice(0, 10), rows }, null, 2)}\n`)
}
if (!wanted.length || process.argv.includes('--readme')) readmeTable(rows, machine)
process.exit(rows.some((row) => row.holds === false) ? 1 : 0)
