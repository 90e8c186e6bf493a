import type { RestOptions } from './options.ts'
import { RestClient, sharedBudget } from './rest-client.ts'
import type { VenueName } from './types.ts'

interface SectionWithRest {
  readonly traits: {
    readonly venue: VenueName
    readonly section: string
    readonly rest: { readonly weight: number; readonly windowMs: number } | null
  }
  readonly restBase?: string
}

/**
 * REST access to a section with a separate budget, so that repairs of trades never wait for it.
 *
 * Throws  RangeError if the section has no REST for this purpose.
 */
export function createSeparateRest(
  { traits: { venue, section, rest }, restBase }: SectionWithRest,
  purpose: 'depth' | 'derivatives',
  { urls, attempts, retryBaseMs, timeoutMs, clock }: RestOptions,
  { signal, windowMs = rest?.windowMs }: { readonly signal: AbortSignal; readonly windowMs?: number | undefined },
): RestClient {
  const base = urls?.[section]?.rest ?? restBase
  if (base === undefined || rest === null || windowMs === undefined)
    throw new RangeError(`Condition failed: ${venue} has ${purpose} by REST`)
  return new RestClient(
    {
      base,
      budget: sharedBudget(`${venue} ${section} ${base} ${purpose}`, rest.weight, windowMs),
      attempts: attempts ?? 2,
      retryBaseMs: retryBaseMs ?? 500,
      timeoutMs: timeoutMs ?? 10_000,
      clock: clock ?? Date.now,
    },
    signal,
  )
}
