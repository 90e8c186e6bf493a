import { feed } from './market/ingest/feed.ts'
import { rows } from './modules/admin/rows.ts'
import { services } from './services.ts'
export const started = [feed, rows, services]
