/** One line of the table: the same work done by us and by a peer, in one run. */
export interface BenchRow {
  readonly bench: string
  /** What was done, with its size. */
  readonly work: string
  /** Milliseconds, medians. */
  readonly oursMs: number
  readonly peer: string
  readonly peerMs: number
  /** ours / peer for times; where a goal says "times faster" it is peer / ours. */
  readonly ratio: number
  /** The goal in words and whether it holds; empty for rows that only inform. */
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

const collectGarbage = (globalThis as { gc?: () => void }).gc ?? (() => {})

export interface TurnOptions {
  /** What makes each way ready for its turn, not timed. */
  readonly before?: readonly (() => unknown)[]
  /**
   * Collects garbage before each turn, so that none pays for what the one before left: right for works of many
   * milliseconds. Off for short ones: a full collection also throws out what the processor and the compiler had ready,
   * which no server does before a request.
   */
  readonly collect?: boolean
}

/**
 * Times several ways of doing the same work, turn by turn, so that a noisy minute hits all of them alike.
 * The first round warms up and is not counted.
 */
export async function timeInTurns(
  rounds: number, works: readonly (() => unknown)[], { before = [], collect = true }: TurnOptions = {},
): Promise<number[][]> {
  const times: number[][] = works.map(() => [])
  for (let round = 0; round <= rounds; round++) {
    for (const [i, work] of works.entries()) {
      await before[i]?.()
      if (collect) collectGarbage()
      const started = performance.now()
      await work()
      if (round > 0) times[i].push(performance.now() - started)
    }
  }
  return times
}

/** A row whose goal is "at least `factor` times as fast as the peer". */
export function fasterRow(bench: string, work: string, peer: string, oursMs: number, peerMs: number, factor: number): BenchRow {
  const ratio = peerMs / oursMs
  return { bench, work, oursMs, peer, peerMs, ratio, goal: `>= ${factor} x as fast`, holds: ratio >= factor }
}

/** A row whose goal is "at most `factor` times the peer's time". */
export function withinRow(bench: string, work: string, peer: string, oursMs: number, peerMs: number, factor: number): BenchRow {
  const ratio = oursMs / peerMs
  return { bench, work, oursMs, peer, peerMs, ratio, goal: `<= ${factor} x its time`, holds: ratio <= factor }
}

/** A row that only informs. */
export function plainRow(bench: string, work: string, peer: string, oursMs: number, peerMs: number): BenchRow {
  return { bench, work, oursMs, peer, peerMs, ratio: oursMs / peerMs, goal: '', holds: null }
}
