import { sql } from 'kysely'

/** Versions of every workspace row come from one sequence, so that a deleted and recreated row has a new one. */
export const nextVersion = sql<number>`nextval('workspace_version')`
