/**
 * Randomness for the simulator: a hash for random access (any number of any stream without its predecessors) and a
 * generator for the inside of one minute. Both use 32-bit integer arithmetic (Math.imul, shifts, additions modulo
 * 2^32), so every engine draws the same numbers.
 *
 * Sources  hash: "lowbias32", C. Wellons' hash prospector, with the constants of T. Born (bias 0.107);
 *          generator: sfc32 of C. Doty-Humphrey's PractRand, 128 bits of state, warmed up by 12 rounds.
 */

const GOLDEN = 0x9e3779b9
/** Standard deviation of the sum of four independent uniform 16-bit integers: sqrt(4 * (65536^2 - 1) / 12). */
const FOUR_HALVES_SD = 37837.226
const FOUR_HALVES_MEAN = 131070
const TWO_32 = 4294967296

/** Scrambles 32 bits: a bijection, unsigned result. */
export function mix32(value: number): number {
  let x = value | 0
  x = Math.imul(x ^ (x >>> 16), 0x21f0aaad)
  x = Math.imul(x ^ (x >>> 15), 0x735a2d97)
  return (x ^ (x >>> 15)) >>> 0
}

/** 32 bits that depend on all three integers; streams that differ in any of them are unrelated. */
export function hash3(stream: number, index: number, salt: number): number {
  return mix32(mix32(mix32(stream + GOLDEN) ^ (index | 0)) + Math.imul(salt + 1, GOLDEN))
}

/** Hashes a text to 32 bits (used once per market to derive its stream from its name). */
export function hashText(text: string, seed: number): number {
  let h = mix32(seed ^ GOLDEN)
  for (let i = 0; i < text.length; i++) h = mix32(h ^ text.charCodeAt(i))
  return h
}

/** A number in (0, 1), excluding both ends, exactly representable. */
export function unitOf(bits: number): number {
  return (bits + 0.5) / TWO_32
}

/**
 * Approximately normal number (mean 0, deviation 1) from 64 bits: the sum of four uniform 16-bit halves. Limited to
 * 3.46 deviations; the heavy tails of the market come from its changing volatility. It needs no logarithm, whose last
 * bit could differ between engines.
 */
export function normalOf(a: number, b: number): number {
  return ((a & 0xffff) + (a >>> 16) + (b & 0xffff) + (b >>> 16) - FOUR_HALVES_MEAN) / FOUR_HALVES_SD
}

/** The generator of one minute. Re-seeded instead of recreated, so that a run of minutes allocates nothing. */
export class Sfc32 {
  #a = 0
  #b = 0
  #c = 0
  #counter = 1

  seed(stream: number, index: number): void {
    this.#a = hash3(stream, index, 101)
    this.#b = hash3(stream, index, 102)
    this.#c = hash3(stream, index, 103)
    this.#counter = 1
    for (let i = 0; i < 12; i++) this.next()
  }

  /** 32 fresh bits, unsigned. */
  next(): number {
    const sum = (this.#a + this.#b + this.#counter) | 0
    this.#counter = (this.#counter + 1) | 0
    this.#a = this.#b ^ (this.#b >>> 9)
    this.#b = (this.#c + (this.#c << 3)) | 0
    this.#c = (((this.#c << 21) | (this.#c >>> 11)) + sum) | 0
    return sum >>> 0
  }

  /** In (0, 1). */
  unit(): number {
    return (this.next() + 0.5) / TWO_32
  }

  normal(): number {
    return normalOf(this.next(), this.next())
  }
}
