import { createElement } from 'react'
import { deferred } from '../../ui/deferred.tsx'

const parts = deferred(() => import('./parts.ts'))

export const loadStatusParts = parts.load
export const ChartNotice = parts.component((all) => all.ChartNotice)
/** Its place is kept while it loads. */
export const GapsMenu = parts.component((all) => all.GapsMenu, createElement('span', { className: 'min-w-31.5' }))
export const NothingToDraw = parts.component((all) => all.NothingToDraw)
export const ZoneChoice = parts.component((all) => all.ZoneChoice)
