import { createElement } from 'react'
import { needWords } from '../../../../shared/i18n/setup.ts'
import { deferred } from '../../ui/deferred.tsx'

const parts = deferred(async () => (await Promise.all([import('./parts.ts'), needWords('noData')]))[0])

export const loadStatusParts = parts.load
export const ChartNotice = parts.component((all) => all.ChartNotice)
/** Its place is kept while it loads. */
export const GapsMenu = parts.component((all) => all.GapsMenu, createElement('span', { className: 'min-w-31.5' }))
export const NoMarkets = parts.component((all) => all.NoMarkets)
export const NothingToDraw = parts.component((all) => all.NothingToDraw)
export const ZoneChoice = parts.component((all) => all.ZoneChoice)
