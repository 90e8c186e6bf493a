/** Third argument of a reviver: the source text of a number. TypeScript's own types lag behind Node. */
interface ReviverContext {
  readonly source?: string
}

type Reviver = (key: string, value: unknown, context: ReviverContext) => unknown

/** Parses JSON with every number as its source text: a double would change values like 1762795433.9717445. */
export function rawNumbers(text: string): unknown {
  const reviver: Reviver = (_key, value, context) =>
    typeof value === 'number' ? (context.source ?? String(value)) : value
  return JSON.parse(text, reviver as (key: string, value: unknown) => unknown)
}

/**
 * Converts decimal seconds as text to whole ms, floored digit by digit: "1762795433.9717445" is 1762795433971.
 *
 * Output  null if the text is not a plain number of seconds.
 */
export function flooredMs(seconds: string): number | null {
  const match = /^(\d{1,12})(?:\.(\d*))?$/.exec(seconds)
  if (match === null) return null
  return Number(match[1]) * 1000 + Number((match[2] ?? '').slice(0, 3).padEnd(3, '0'))
}
