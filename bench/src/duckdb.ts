/** The parts of @duckdb/node-api that the benches use. */
export interface DuckConnection {
  run(sql: string): Promise<DuckResult>
  closeSync(): void
}

interface DuckResult {
  readonly columnCount: number
  readonly rowCount: number
  readonly chunkCount: number
  getChunk(index: number): { rowCount: number; getColumnVector(column: number): { items: Float64Array } }
}

export interface DuckDatabase {
  connect(): Promise<DuckConnection>
  close(): void
}

interface DuckModule {
  DuckDBInstance: { create(file: string): Promise<{ connect(): Promise<DuckConnection>; closeSync(): void }> }
}

// A variable, so that type checks pass where the peers are not installed.
const NAME = '@duckdb/node-api'

/** Opens a database file with DuckDB's defaults: all cores, most of the memory, durable commits. */
export async function openDuck(file: string): Promise<DuckDatabase> {
  const { DuckDBInstance } = (await import(NAME)) as DuckModule
  const instance = await DuckDBInstance.create(file)
  return { connect: () => instance.connect(), close: () => instance.closeSync() }
}

/** The result of a query whose columns are all DOUBLE, as typed arrays: DuckDB's vectors copied as memory blocks. */
export async function readDoubles(connection: DuckConnection, sql: string): Promise<Float64Array[]> {
  const result = await connection.run(sql)
  const columns = Array.from({ length: result.columnCount }, () => new Float64Array(result.rowCount))
  let at = 0
  for (let i = 0; i < result.chunkCount; i++) {
    const chunk = result.getChunk(i)
    columns.forEach((column, c) => column.set(chunk.getColumnVector(c).items, at))
    at += chunk.rowCount
  }
  return columns
}
