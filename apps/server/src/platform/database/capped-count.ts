import type { Queryable } from './queryable.ts'

/** The number of rows, or the cap and that there are more. */
export interface CappedCount {
  readonly total: number
  readonly capped?: true
}

/** Counts the rows of `source` ("account a where …") up to `most`, so that lists of millions stay fast. */
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

/** LIKE pattern for texts that begin with `text`. */
export const likePrefix = (text: string): string => `${text.replace(/[\\%_]/g, '\\$&')}%`
