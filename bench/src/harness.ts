/** One line of the table: the same work done by us and by a peer in one run. */
export interface BenchRow {
  readonly bench: string
  /** The work, with its size. */
  readonly work: string
  /** Milliseconds, medians. */
  readonly oursMs: number
  readonly peer: string
  readonly peerMs: number
  /** ours / peer for times; peer / ours if the goal is "times faster". */
  readonly ratio: number
  /** The goal and whether it is met; empty for informational rows. */
  readonly goal: string
  readonly holds: boolean | null
}

export function median(values: readonly number[]): number {
  return percentile(values, 50)
}

/** Nearest rank. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil((percent * sorted.length) / 100) - 1)]
}

/**
 * Times several implementations of the same work in turns, so that noise affects all of them equally. The first round
 * warms up and is not counted. `before`: prepares an implementation for its turn, not timed.
 *
 * No garbage is collected between turns: a full collection releases memory and discards compiled code, which no running
 * program does before its work, and which would cost the implementations that allocate least the most.
 */
export async function timeInTurns(
  rounds: number,
  works: readonly (() => unknown)[],
  before: readonly (() => unknown)[] = [],
): Promise<number[][]> {
  const times: number[][] = works.map(() => [])
  for (let round = 0; round <= rounds; round++) {
    for (const [i, work] of works.entries()) {
      await before[i]?.()
      const started = performance.now()
      await work()
      if (round > 0) times[i].push(performance.now() - started)
    }
  }
  return times
}

/** A row whose goal is "at least `factor` times as fast as the peer". */
export function fasterRow(
  bench: string,
  work: string,
  peer: string,
  oursMs: number,
  peerMs: number,
  factor: number,
): BenchRow {
  const ratio = peerMs / oursMs
  return { bench, work, oursMs, peer, peerMs, ratio, goal: `>= ${factor} x as fast`, holds: ratio >= factor }
}

/** A row whose goal is "at most `factor` times the peer's time". */
export function withinRow(
  bench: string,
  work: string,
  peer: string,
  oursMs: number,
  peerMs: number,
  factor: number,
): BenchRow {
  const ratio = oursMs / peerMs
  return { bench, work, oursMs, peer, peerMs, ratio, goal: `<= ${factor} x its time`, holds: ratio <= factor }
}

/** An informational row. */
export function plainRow(bench: string, work: string, peer: string, oursMs: number, peerMs: number): BenchRow {
  return { bench, work, oursMs, peer, peerMs, ratio: oursMs / peerMs, goal: '', holds: null }
}
