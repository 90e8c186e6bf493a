/** The first index in [from, end) that is not `before` the target, `end` if there is none. Cost: binary search. */
export function lowerBound(from: number, end: number, before: (index: number) => boolean): number {
  let [low, high] = [from, end]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (before(middle)) low = middle + 1
    else high = middle
  }
  return low
}
