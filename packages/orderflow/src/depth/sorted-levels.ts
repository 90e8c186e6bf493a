/** Levels per block. Small enough that inserting moves little memory, large enough that a deep book has few blocks. */
const CAPACITY = 128
/** Blocks are created half full, so that the first insertions do not split them. */
const HALF = CAPACITY / 2

class Block {
  readonly keys = new Float64Array(CAPACITY)
  readonly lots = new Float64Array(CAPACITY)
  length = 0
}

/**
 * Levels of one side of a book, ascending by key: a list of sorted blocks of at most 128 levels (a B-tree of two floors).
 *
 * Input   keys: safe integers; the book passes ticks for asks and negated ticks for bids, so the first level is the best.
 *         lots: safe integers, >= 0; 0 removes. Neither is checked here.
 * Cost    finding a level: binary search over the blocks and in one of them, none over the blocks within the best one;
 *         inserting and removing: also moves at most 128 entries; the best level: constant; visiting: one search, then
 *         one step per level. 16 to 64 bytes per level.
 */
export class SortedLevels {
  #blocks: Block[] = []
  #size = 0

  get size(): number {
    return this.#size
  }

  /** The smallest key; NaN without levels. */
  first(): number {
    return this.#size === 0 ? Number.NaN : this.#blocks[0].keys[0]
  }

  get(key: number): number {
    if (this.#size === 0) return 0
    const block = this.#blocks[this.#blockOf(key)]
    const at = positionOf(block, key)
    return at < block.length && block.keys[at] === key ? block.lots[at] : 0
  }

  /** Replaces the quantity of a level and returns the previous one. */
  set(key: number, lots: number): number {
    if (this.#size === 0) {
      if (lots > 0) this.append(key, lots)
      return 0
    }
    const index = this.#blockOf(key)
    const block = this.#blocks[index]
    const at = positionOf(block, key)
    if (at < block.length && block.keys[at] === key) {
      const previous = block.lots[at]
      if (lots > 0) block.lots[at] = lots
      else this.#remove(index, at)
      return previous
    }
    if (lots > 0) this.#insert(index, at, key, lots)
    return 0
  }

  /** Adds a level whose key exceeds all others. */
  append(key: number, lots: number): void {
    let block = this.#blocks.at(-1)
    if (block === undefined || block.length >= HALF) {
      block = new Block()
      this.#blocks.push(block)
    }
    block.keys[block.length] = key
    block.lots[block.length++] = lots
    this.#size++
  }

  /** Calls `visitor` for the levels with low <= key <= high, ascending. The levels must not change during the visit. */
  visit(low: number, high: number, visitor: (key: number, lots: number) => void): void {
    if (this.#size === 0) return
    let index = this.#blockOf(low)
    let at = positionOf(this.#blocks[index], low)
    for (; index < this.#blocks.length; index++, at = 0) {
      const { keys, lots, length } = this.#blocks[index]
      for (; at < length; at++) {
        if (keys[at] > high) return
        visitor(keys[at], lots[at])
      }
    }
  }

  /** Removes all but the first `count` levels and returns the removed keys, ascending. */
  truncate(count: number): number[] {
    const removed: number[] = []
    let before = 0
    let index = 0
    for (; index < this.#blocks.length && before + this.#blocks[index].length <= count; index++) {
      before += this.#blocks[index].length
    }
    if (index === this.#blocks.length) return removed
    const left = count - before
    for (let k = index, at = left; k < this.#blocks.length; k++, at = 0) {
      const { keys, length } = this.#blocks[k]
      for (; at < length; at++) removed.push(keys[at])
    }
    this.#blocks[index].length = left
    this.#blocks.length = left > 0 ? index + 1 : index
    this.#size = count
    return removed
  }

  /** Multiplies every quantity; the caller has checked the products. */
  scale(factor: number): void {
    for (const { lots, length } of this.#blocks) for (let at = 0; at < length; at++) lots[at] *= factor
  }

  /** The largest quantity, 0 without levels. */
  maxLots(): number {
    let max = 0
    for (const { lots, length } of this.#blocks) {
      for (let at = 0; at < length; at++) if (lots[at] > max) max = lots[at]
    }
    return max
  }

  clear(): void {
    this.#blocks = []
    this.#size = 0
  }

  /** The block that contains the key or would. There is at least one. */
  #blockOf(key: number): number {
    const blocks = this.#blocks
    if (blocks.length === 1 || key < blocks[1].keys[0]) return 0
    let low = 1
    let high = blocks.length - 1
    while (low < high) {
      const middle = (low + high + 1) >>> 1
      if (blocks[middle].keys[0] <= key) low = middle
      else high = middle - 1
    }
    return low
  }

  #insert(index: number, at: number, key: number, lots: number): void {
    let block = this.#blocks[index]
    if (block.length === CAPACITY) {
      const upper = new Block()
      upper.keys.set(block.keys.subarray(HALF))
      upper.lots.set(block.lots.subarray(HALF))
      upper.length = CAPACITY - HALF
      block.length = HALF
      this.#blocks.splice(index + 1, 0, upper)
      if (at > HALF) {
        block = upper
        at -= HALF
      }
    }
    block.keys.copyWithin(at + 1, at, block.length)
    block.lots.copyWithin(at + 1, at, block.length)
    block.keys[at] = key
    block.lots[at] = lots
    block.length++
    this.#size++
  }

  #remove(index: number, at: number): void {
    const block = this.#blocks[index]
    block.keys.copyWithin(at, at + 1, block.length)
    block.lots.copyWithin(at, at + 1, block.length)
    block.length--
    this.#size--
    if (block.length === 0) this.#blocks.splice(index, 1)
    else if (block.length < HALF / 2) this.#merge(index)
  }

  /** Joins a small block with its successor when both leave room, so that moving prices do not leave many small blocks. */
  #merge(index: number): void {
    const block = this.#blocks[index]
    const next = this.#blocks.at(index + 1)
    if (next === undefined || block.length + next.length > HALF) return
    block.keys.set(next.keys.subarray(0, next.length), block.length)
    block.lots.set(next.lots.subarray(0, next.length), block.length)
    block.length += next.length
    this.#blocks.splice(index + 1, 1)
  }
}

/** Index of the first level whose key is >= `key`. */
function positionOf({ keys, length }: Block, key: number): number {
  let low = 0
  let high = length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (keys[middle] < key) low = middle + 1
    else high = middle
  }
  return low
}
