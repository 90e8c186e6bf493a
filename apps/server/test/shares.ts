import fc from 'fast-check'

/** Shares in thousandths, all equally likely: most doubles that fast-check makes are close to 0 or to the limits. */
export function shares(min = 0, max = 1): fc.Arbitrary<number> {
  return fc
    .integer({ min: Math.round(min * 1000), max: Math.round(max * 1000) })
    .map((thousandths) => thousandths / 1000)
}
