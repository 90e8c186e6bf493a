import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BenchRow } from './harness.ts'

const ms = (value: number) => (value >= 100 ? value.toFixed(0) : value >= 1 ? value.toFixed(1) : value.toFixed(3))

function cells(row: BenchRow): string[] {
  const verdict = row.holds === null ? '' : row.holds ? 'yes' : 'NO'
  return [row.bench, row.work, ms(row.oursMs), row.peer, ms(row.peerMs), row.ratio.toFixed(2), row.goal, verdict]
}

const START = '<!-- bench -->'
const END = '<!-- /bench -->'
const HEAD = ['bench', 'work', 'ours ms', 'peer', 'peer ms', 'ratio', 'goal', 'holds']

export function printTable(rows: readonly BenchRow[], machine: string): void {
  const lines = [HEAD, ...rows.map(cells)]
  const widths = HEAD.map((_, i) => Math.max(...lines.map((line) => line[i].length)))
  console.log(`\n${machine}`)
  for (const line of lines) console.log(line.map((cell, i) => cell.padEnd(widths[i])).join('  '))
}

/** Writes the rows into the table between the README's bench markers, replacing older ones of the same benches. */
export function readmeTable(rows: readonly BenchRow[], machine: string): void {
  const file = join(import.meta.dirname, '..', '..', 'README.md')
  const text = readFileSync(file, 'utf8')
  const renewed = new Set(rows.map((row) => row.bench))
  const lines = text.slice(text.indexOf(START), text.indexOf(END)).split('\n')
  const kept = lines.filter(
    (line) => line.startsWith('| ') && !['bench', '---', ...renewed].includes(line.split(' | ')[0].slice(2)),
  )
  const table = [...[HEAD, HEAD.map(() => '---')].map(lineOf), ...kept, ...rows.map((row) => lineOf(cells(row)))].join(
    '\n',
  )
  const section = `${START}\nMedians, ours and the peer's in one run, on ${machine}.\n\n${table}\n`
  writeFileSync(file, text.slice(0, text.indexOf(START)) + section + text.slice(text.indexOf(END)))
}

const lineOf = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`
