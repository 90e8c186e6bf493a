import type { SelectQueryBuilder } from 'kysely'
import { db } from './query-builder.ts'
import type { Queryable } from './queryable.ts'

/** The number of rows, or the cap and that there are more. */
export interface CappedCount {
  readonly total: number
  readonly capped?: true
}

/** Counts the rows of a query that selects nothing up to `most`, so that lists of millions stay fast. */
export async function countCapped<Tables, From extends keyof Tables>(
  client: Queryable,
  most: number,
  query: SelectQueryBuilder<Tables, From, object>,
): Promise<CappedCount> {
  const { n } = await db(client)
    .selectFrom(query.limit(most + 1).as('counted'))
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return n > most ? { total: most, capped: true } : { total: n }
}

/** LIKE pattern for texts that begin with `text`. */
export const likePrefix = (text: string): string => `${text.replace(/[\\%_]/g, '\\$&')}%`
