/** Geometry of the recorded figures: units of their pictures, 360 wide. */

export interface Area {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

const short = (value: number) => Math.round(value * 100) / 100

/** Steps through the middle of values, with a break where one is null. `y`: of a value. */
export function stepPath(values: readonly (number | null)[], area: Area, y: (value: number) => number): string {
  const width = area.width / values.length
  let path = ''
  let isOpen = false
  values.forEach((value, i) => {
    if (value !== null) {
      const [from, to, at] = [area.x + i * width, area.x + (i + 1) * width, y(value)].map(short)
      path += `${isOpen ? 'L' : 'M'}${from} ${at}H${to}`
    }
    isOpen = value !== null
  })
  return path
}

/** Runs of equal entries, as [from, to). */
export function runsOf<T>(
  list: readonly T[],
): readonly { readonly value: T; readonly from: number; readonly to: number }[] {
  const runs: { value: T; from: number; to: number }[] = []
  list.forEach((value, i) => {
    const last = runs.at(-1)
    if (last !== undefined && last.value === value) last.to = i + 1
    else runs.push({ value, from: i, to: i + 1 })
  })
  return runs
}

/** Rectangles of a heatmap by mark (a brightness, or ? for unknown): equal neighbours in time are one. */
export function heatPaths(seconds: readonly (string | null)[], rows: number, area: Area): ReadonlyMap<string, string> {
  const paths = new Map<string, string>()
  const width = area.width / seconds.length
  const height = area.height / rows
  for (let row = 0; row < rows; row++) {
    const top = short(area.y + area.height - (row + 1) * height)
    for (const { value, from, to } of runsOf(seconds.map((second) => second?.[row] ?? ''))) {
      if (value === '') continue
      const rectangle = `M${short(area.x + from * width)} ${top}h${short((to - from) * width)}v${short(height)}h${short((from - to) * width)}z`
      paths.set(value, (paths.get(value) ?? '') + rectangle)
    }
  }
  return paths
}

/** A linear scale from values to y, the largest on top. Values that are all equal lie in the middle. */
export function scaleOf(values: readonly (number | null)[], area: Area): (value: number) => number {
  const known = values.filter((value) => value !== null)
  const [low, high] = [Math.min(...known), Math.max(...known)]
  return (value) => area.y + area.height * (high === low ? 0.5 : (high - value) / (high - low))
}
