import { readFileSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { ROOT } from '../support/environment.ts'
import type { ChaosReport } from './run-chaos.ts'

/** Writes the results of a run between the markers in docs/reliability.md. */
export function updateReliabilityPage(
  report: ChaosReport,
  run: { minutes: number; speed: number; seed: number; seen: number },
): void {
  const file = join(ROOT, 'docs', 'reliability.md')
  const head = [
    'market',
    'trades',
    'lost at the exchange',
    'not provable',
    'gaps named',
    '1m bars',
    'incomplete',
    'acknowledged live',
    'faults',
  ]
  const rows = report.markets.map(
    ({ symbol, trades, lost, unproven, gaps, bars, incomplete, acknowledged, faults }) => [
      symbol,
      trades,
      lost,
      unproven,
      gaps,
      bars,
      incomplete,
      acknowledged,
      faults.length,
    ],
  )
  const table = [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
  const failures = Object.entries(report.failures)
    .sort((a, b) => b[1] - a[1])
    .map(([name, count]) => `${name} ${count}`)
    .join(', ')
  const section = [
    '<!-- chaos -->',
    `\`npm run chaos -- --minutes ${run.minutes} --speed ${run.speed} --seed ${run.seed}\` on ${cpus()[0].model.trim()}, ${cpus().length} cores:`,
    '',
    table,
    '',
    `Failures: ${failures}; kill -9 of the program or of PostgreSQL ${report.kills}. Frames sent to the client ${report.frames}, revisions ${report.revisions}. ` +
      `The page, open from the first second, showed the ${run.seen} bars compared as the history has them.`,
    '<!-- /chaos -->',
  ].join('\n')
  writeFileSync(file, readFileSync(file, 'utf8').replace(/<!-- chaos -->[\s\S]*<!-- \/chaos -->/, section))
}
