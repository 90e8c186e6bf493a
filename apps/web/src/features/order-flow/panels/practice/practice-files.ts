import { practiceCsv, type PracticeJournal } from '@flowprint/orderflow'
import { saveFile } from '../../../../shared/save-file.ts'
import { encodePracticeFile } from './practice-file.ts'
import type { PracticeView } from './practice-run.ts'

const nameOf = ({ symbol, state }: PracticeView, extension: string) =>
  `practice-${symbol.replace(/[^\w.]+/g, '-')}-${new Date(state.at.time).toISOString().slice(0, 19).replace(/:/g, '')}.${extension}`

/** Saves the round trips as CSV, times in UTC. */
export function saveTrips(view: PracticeView): void {
  const csv = practiceCsv(view.state.trips, view.units, (time) => new Date(time).toISOString())
  saveFile(new Blob([csv], { type: 'text/csv' }), nameOf(view, 'csv'))
}

/** Saves everything a session is computed from apart from the trades. */
export function saveJournal(view: PracticeView, journal: PracticeJournal): void {
  const { symbol, units } = view
  saveFile(
    new Blob([encodePracticeFile({ symbol, units, journal })], { type: 'application/json' }),
    nameOf(view, 'json'),
  )
}
