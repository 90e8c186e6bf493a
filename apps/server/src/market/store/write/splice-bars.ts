import { BarArena, concatBars } from '@flowprint/orderflow'
import type { Bars } from '@flowprint/orderflow'

/** Merges two runs of bars, ascending; at equal times the newer run wins. */
export function spliceBars(older: Bars, newer: Bars): Bars {
  if (older.length === 0) return newer
  if (newer.length === 0) return older
  if (older.t[older.length - 1] < newer.t[0]) return concatBars([older, newer])
  const arena = new BarArena(
    older.cycleMs,
    older.step,
    older.length + newer.length,
    older.row.length + newer.row.length,
  )
  let i = 0
  let j = 0
  while (i < older.length || j < newer.length) {
    if (j === newer.length || (i < older.length && older.t[i] < newer.t[j])) {
      const from = i
      const until = j === newer.length ? Infinity : newer.t[j]
      while (i < older.length && older.t[i] < until) i += 1
      arena.append(older, from, i)
    } else {
      const from = j
      const until = i === older.length ? Infinity : older.t[i]
      while (j < newer.length && newer.t[j] < until) j += 1
      // At equal times use the newer bar and skip the older one.
      if (j === from) j += 1
      arena.append(newer, from, j)
      while (i < older.length && older.t[i] <= newer.t[j - 1]) i += 1
    }
  }
  return arena.view()
}

/** Merges runs given in order of age; later ones win. */
export function spliceAll(runs: readonly Bars[]): Bars {
  let joined: Bars[] = []
  for (const run of runs) {
    const last = joined[joined.length - 1]
    if (last === undefined || last.length === 0 || run.length === 0 || last.t[last.length - 1] < run.t[0])
      joined.push(run)
    else joined = [spliceBars(concatBars(joined), run)]
  }
  return concatBars(joined)
}

/** Splits a run by block. */
export function cutIntoBlocks(
  bars: Bars,
  blockStart: (t: number) => number,
): Map<number, { from: number; to: number }> {
  const blocks = new Map<number, { from: number; to: number }>()
  let from = 0
  while (from < bars.length) {
    const block = blockStart(bars.t[from])
    let to = from + 1
    while (to < bars.length && blockStart(bars.t[to]) === block) to += 1
    blocks.set(block, { from, to })
    from = to
  }
  return blocks
}
