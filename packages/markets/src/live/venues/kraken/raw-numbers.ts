/** Third argument of a reviver: for numbers, the text they were written as. TypeScript's own types lag behind Node. */
interface ReviverContext {
  readonly source?: string
}

type Reviver = (key: string, value: unknown, context: ReviverContext) => unknown

/** JSON with every number as the text it was written as: a double would change 1762795433.9717445 and its like. */
export function rawNumbers(text: string): unknown {
  const reviver: Reviver = (_key, value, context) =>
    typeof value === 'number' ? (context.source ?? String(value)) : value
  return JSON.parse(text, reviver as (key: string, value: unknown) => unknown)
}

/**
 * Seconds as decimal text as whole ms, floored digit by digit: "1762795433.9717445" is 1762795433971.
 *
 * Output  null where the text is no plain number of seconds.
 */
export function flooredMs(seconds: string): number | null {
  const match = /^(\d{1,12})(?:\.(\d*))?$/.exec(seconds)
  if (match === null) return null
  return Number(match[1]) * 1000 + Number((match[2] ?? '').slice(0, 3).padEnd(3, '0'))
}
