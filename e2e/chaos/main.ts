// npm run chaos [-- --minutes 30 --speed 10 --seed 1]: runs the server against failing exchanges and kills it repeatedly.
import { parseArgs } from 'node:util'
import { SPEC_PORT } from '../support/environment.ts'
import { PageObserver } from '../reliability/page-observer.ts'
import { updateReliabilityPage } from '../reliability/reliability-page.ts'
import { formatChaosSection } from './chaos-section.ts'
import { Chaos } from './run-chaos.ts'

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '30' },
    speed: { type: 'string', default: '10' },
    seed: { type: 'string', default: '1' },
  },
})
const [minutes, speed, seed] = [values.minutes, values.speed, values.seed].map(Number)
if (!(minutes >= 1 && minutes <= 240 && speed >= 1 && speed <= 60 && Number.isInteger(seed))) {
  console.error('chaos: --minutes 1 to 240, --speed 1 to 60, --seed a whole number')
  process.exit(1)
}

const log = (line: string): void => console.log(`chaos: ${line}`)
const chaos = await Chaos.prepare({
  minutes,
  speed,
  seed,
  port: SPEC_PORT,
  kills: Math.max(1, Math.round(minutes / 6)),
  onStart: (url, token) => observer.open(url, token),
  log,
})
const observer = new PageObserver(chaos.symbols[0])
try {
  log(`${minutes} minutes of ${chaos.symbols.length} markets at ${speed}x speed, seed ${seed}`)
  const report = await chaos.run()
  console.table(report.markets.map(({ faults, ...figures }) => ({ ...figures, faults: faults.length })))
  const faults = report.markets.flatMap((market) =>
    market.faults.slice(0, 5).map((fault) => `${market.symbol}: ${fault}`),
  )
  for (const fault of faults) log(fault)
  const seen = await observer.compare(report)
  log(`the page shows ${seen} bars of ${chaos.symbols[0]} equal to the history`)
  if (faults.length > 0) log(`server log: ${chaos.server.dataDir}/program.log`)
  if (faults.length === 0) updateReliabilityPage('chaos', formatChaosSection(report, { minutes, speed, seed, seen }))
  process.exitCode = faults.length === 0 ? 0 : 1
} finally {
  await observer.close()
  await chaos.stop()
}
