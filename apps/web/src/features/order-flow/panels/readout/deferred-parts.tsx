import { needWords } from '../../../../shared/i18n/setup.ts'
import { deferred } from '../../ui/deferred.tsx'
import strip from './chart-strip.module.css'
import styles from './readout.module.css'

const parts = deferred(async () => (await Promise.all([import('./parts.ts'), needWords('indicators')]))[0])

export const loadReadout = parts.load
export const ChartStrip = parts.component((all) => all.ChartStrip, <div className={strip.strip} />)
export const IncompleteCard = parts.component((all) => all.IncompleteCard)
export const ReadoutPlace = () => <div className={styles.readout} />
export const Readout = parts.component((all) => all.Readout, <ReadoutPlace />)
