import { Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler, sql } from 'kysely'
import type { DatabaseConnection, Driver, RawBuilder } from 'kysely'
import type { Queryable } from './queryable.ts'
import type { Schema } from './schema.ts'

const builders = new WeakMap<Queryable, Kysely<Schema>>()

/**
 * Typed queries on a pool or on a connection in a transaction, whose limits apply. Transactions are begun with
 * `inTransaction`, never with the builder.
 */
export function db(client: Queryable): Kysely<Schema> {
  let builder = builders.get(client)
  if (builder === undefined) {
    builder = new Kysely<Schema>({
      dialect: {
        createAdapter: () => new PostgresAdapter(),
        createDriver: () => driverOn(client),
        createIntrospector: (of) => new PostgresIntrospector(of),
        createQueryCompiler: () => new PostgresQueryCompiler(),
      },
    })
    builders.set(client, builder)
  }
  return builder
}

const refuse = (): never => {
  throw new Error('Invariant: transactions are begun with inTransaction, and rows are not streamed')
}

function driverOn(client: Queryable): Driver {
  const connection: DatabaseConnection = {
    async executeQuery({ sql, parameters }) {
      const { rows, rowCount } = await client.query<never>(sql, [...parameters])
      return { rows, numAffectedRows: BigInt(rowCount ?? 0) }
    },
    streamQuery: refuse,
  }
  return {
    init: async () => {},
    acquireConnection: async () => connection,
    releaseConnection: async () => {},
    beginTransaction: refuse,
    commitTransaction: refuse,
    rollbackTransaction: refuse,
    destroy: async () => {},
  }
}

/** Operand of `=`: any of the values, of which there may be none. */
export const anyOf = <Value>(values: readonly Value[]): RawBuilder<Value> => sql<Value>`any(${values})`
