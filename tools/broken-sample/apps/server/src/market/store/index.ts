import { ingest } from '../ingest/index.ts'
export const store = ingest
