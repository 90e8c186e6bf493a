import { feed } from './market/ingest/feed.ts'
export const started = feed
