import { formatTable, MACHINE } from '../reliability/reliability-page.ts'
import type { ChaosReport } from './run-chaos.ts'

/** The lines of a run for docs/reliability.md. */
export function formatChaosSection(
  report: ChaosReport,
  run: { minutes: number; speed: number; seed: number; seen: number },
): string[] {
  const head = [
    'market',
    'trades',
    'lost at the exchange',
    'not provable',
    'gaps named',
    '1m bars',
    'incomplete',
    'acknowledged live',
    'book changes',
    'runs of the book',
    'book known',
    'faults',
  ]
  const rows = report.markets.map(
    ({
      symbol,
      trades,
      lost,
      unproven,
      gaps,
      bars,
      incomplete,
      acknowledged,
      bookChanges,
      bookRuns,
      bookKnown,
      faults,
    }) => [
      symbol,
      trades,
      lost,
      unproven,
      gaps,
      bars,
      incomplete,
      acknowledged,
      bookChanges,
      bookRuns,
      `${Math.round(100 * bookKnown)} %`,
      faults.length,
    ],
  )
  const failures = Object.entries(report.failures)
    .sort((a, b) => b[1] - a[1])
    .map(([name, count]) => `${name} ${count}`)
    .join(', ')
  return [
    `\`npm run chaos -- --minutes ${run.minutes} --speed ${run.speed} --seed ${run.seed}\` on ${MACHINE}:`,
    '',
    formatTable(head, rows),
    '',
    `Failures: ${failures}; kill -9 of the program or of PostgreSQL ${report.kills}. Frames sent to the client ${report.frames}, revisions ${report.revisions}. ` +
      `The page, open from the first second, showed the ${run.seen} bars compared as the history has them.`,
  ]
}
