/** Index of the first entry that is at least `value`, in ascending numbers. */
export function lowerBound(values: ArrayLike<number>, value: number): number {
  let [low, high] = [0, values.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (values[middle] < value) low = middle + 1
    else high = middle
  }
  return low
}
