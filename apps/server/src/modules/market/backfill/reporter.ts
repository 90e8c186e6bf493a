import cliProgress from 'cli-progress'

/** Progress output of a backfill command. */
export interface BackfillReporter {
  writeLine(line: string): void
  /** Share of all missing time, 0 to 1; the current piece; trades so far; bytes so far. */
  progress(share: number, piece: string, rows: number, bytes: number): void
  done(): void
}

/** Shows a progress bar on a terminal, otherwise only one line per day. Both write to standard error. */
export function makeBackfillReporter(): BackfillReporter {
  return process.stderr.isTTY ? barReporter() : { writeLine, progress() {}, done() {} }
}

const writeLine = (line: string): void => void process.stderr.write(`${line}\n`)

function barReporter(): BackfillReporter {
  const bar = new cliProgress.SingleBar(
    {
      format: '  {bar} {percentage}% | {piece} | {rows} rows | {rate} MB/s | {eta_formatted} left',
      hideCursor: true,
      clearOnComplete: true,
      stream: process.stderr,
      etaBuffer: 50,
    },
    cliProgress.Presets.shades_classic,
  )
  const started = performance.now()
  let running = false
  const stop = (): void => {
    if (running) bar.stop()
    running = false
  }
  return {
    writeLine(line) {
      stop()
      writeLine(line)
    },
    progress(share, piece, rows, bytes) {
      const rate = (bytes / 1e6 / Math.max(0.001, (performance.now() - started) / 1000)).toFixed(1)
      if (!running) bar.start(1000, 0, { piece, rows, rate })
      running = true
      bar.update(Math.round(share * 1000), { piece, rows, rate })
    },
    done: stop,
  }
}
