import { deferred } from '../../ui/deferred.tsx'

const parts = deferred(() => import('./parts.ts'))

export const loadStatusParts = parts.load
export const ChartNotice = parts.component((all) => all.ChartNotice)
export const GapsPanel = parts.component((all) => all.GapsPanel)
export const NothingToDraw = parts.component((all) => all.NothingToDraw)
export const ZoneChoice = parts.component((all) => all.ZoneChoice)
