import { basename } from 'node:path'
import cliProgress from 'cli-progress'
import type { ImportReporter } from './import-file.ts'

/** Shows a progress bar on a terminal, otherwise a line per tenth. Both write to standard error. */
export function makeReporter(files: readonly string[]): ImportReporter & { done(): void } {
  return process.stderr.isTTY ? barReporter() : lineReporter(files)
}

function barReporter() {
  const bar = new cliProgress.SingleBar(
    {
      format: '  {bar} {percentage}% | {rows} rows | {eta_formatted} left',
      hideCursor: true,
      clearOnComplete: true,
      stream: process.stderr,
    },
    cliProgress.Presets.shades_classic,
  )
  let running = false
  const stop = () => {
    if (running) bar.stop()
    running = false
  }
  return {
    writeLine(line: string) {
      stop()
      process.stderr.write(`${line}\n`)
    },
    progress(share: number, rows: number) {
      if (!running) bar.start(1000, 0, { rows })
      running = true
      bar.update(Math.round(share * 1000), { rows })
    },
    done: stop,
  }
}

function lineReporter(files: readonly string[]) {
  let file = 0
  let said = 0
  return {
    writeLine(line: string) {
      process.stderr.write(`${line}\n`)
    },
    progress(share: number, rows: number) {
      const tenth = Math.floor(share * 10)
      if (tenth < said) file = Math.min(file + 1, files.length - 1)
      if (tenth !== said && tenth % 2 === 0)
        process.stderr.write(`${basename(files[file])}: ${tenth * 10} % read, ${rows} rows\n`)
      said = tenth
    },
    done() {},
  }
}
