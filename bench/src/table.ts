import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BenchRow } from './harness.ts'

const ms = (value: number) => (value >= 100 ? value.toFixed(0) : value >= 1 ? value.toFixed(1) : value.toFixed(3))

function cells(row: BenchRow): string[] {
  const verdict = row.holds === null ? '' : row.holds ? 'yes' : 'NO'
  return [row.bench, row.work, ms(row.oursMs), row.peer, ms(row.peerMs), row.ratio.toFixed(2), row.goal, verdict]
}

const HEAD = ['bench', 'work', 'ours ms', 'peer', 'peer ms', 'ratio', 'goal', 'holds']

export function printTable(rows: readonly BenchRow[], machine: string): void {
  const lines = [HEAD, ...rows.map(cells)]
  const widths = HEAD.map((_, i) => Math.max(...lines.map((line) => line[i].length)))
  console.log(`\n${machine}`)
  for (const line of lines) console.log(line.map((cell, i) => cell.padEnd(widths[i])).join('  '))
}

/** Puts the table between the README's bench marks. */
export function readmeTable(rows: readonly BenchRow[], machine: string): void {
  const file = join(import.meta.dirname, '..', '..', 'README.md')
  const text = readFileSync(file, 'utf8')
  const table = [HEAD, HEAD.map(() => '---'), ...rows.map(cells)].map((line) => `| ${line.join(' | ')} |`).join('\n')
  const section = `<!-- bench -->\nMedians of one run on ${machine}.\n\n${table}\n<!-- /bench -->`
  writeFileSync(file, text.replace(/<!-- bench -->[\s\S]*<!-- \/bench -->/, section))
}
