import type { Queryable } from './queryable.ts'

/** How many rows there are, or that there are more than anybody pages through. */
export interface CappedCount {
  readonly total: number
  readonly capped?: true
}

/** Counts the rows of `source` ("account a where …"), but no further than `most`: a list of millions answers as quickly. */
export async function countCapped(
  client: Queryable,
  most: number,
  source: string,
  values: unknown[] = [],
): Promise<CappedCount> {
  const { rows } = await client.query<{ n: number }>(
    `select count(*)::int as n from (select from ${source} limit ${most + 1}) counted`,
    values,
  )
  const [{ n }] = rows
  return n > most ? { total: most, capped: true } : { total: n }
}

/** The pattern of LIKE for texts that begin with this one. */
export const beginningWith = (text: string): string => `${text.replace(/[\\%_]/g, '\\$&')}%`
