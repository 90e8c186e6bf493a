import type { AdminMessages } from '../../zh/admin/index.ts'
import { content } from './content.ts'
import { dividends } from './dividends.ts'
import { frame } from './frame.ts'
import { orders } from './orders.ts'
import { settings } from './settings.ts'
import { users } from './users.ts'
import { audit, feeds, overview } from './watch.ts'

export const admin: AdminMessages = { frame, orders, dividends, users, settings, overview, audit, feeds, content }
