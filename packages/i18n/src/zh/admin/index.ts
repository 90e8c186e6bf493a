import type { Shape } from '../../shape.ts'
import { content } from './content.ts'
import { dividends } from './dividends.ts'
import { frame } from './frame.ts'
import { orders } from './orders.ts'
import { settings } from './settings.ts'
import { users } from './users.ts'
import { audit, feeds, overview } from './watch.ts'

/** Texts of the back office; loaded with its pages. */
export const admin = { frame, orders, dividends, users, settings, overview, audit, feeds, content }

export type AdminMessages = Shape<typeof admin>
