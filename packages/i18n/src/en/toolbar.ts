import type { Shape } from '../shape.ts'
import type { toolbar as zh } from '../zh/toolbar.ts'

export const toolbar: Shape<typeof zh> = {
  picker: {
    search: 'Search symbol, name or exchange',
    all: 'All',
    history: 'History',
    nothing: 'No symbols match “{{text}}”',
    noHistory: 'No history yet. Symbols you open appear here.',
    live: 'Live',
    archive: 'History',
    count: '{{count}} symbols',
  },
  downloadMenu: {
    trades: 'Trades (CSV)',
    bars: 'Bars (CSV)',
    note: 'visible range',
    started: 'Preparing the file',
    failed: 'Download failed: {{reason}}',
  },
  precisionMenu: {
    recommended: 'recommended',
    customLabel: 'Custom precision (a multiple of {{tick}})',
    invalid: 'Must be a positive multiple of {{tick}}',
    mine: 'saved',
    note: 'The price range of one row.',
  },
  layoutMenu: {
    lesson: 'Start a lesson',
    panes: 'Panes',
    watchlist: 'Watchlist',
    replay: 'Replay…',
    saved: 'Saved layouts',
    tape: 'Time & sales',
    drawing: 'Drawing tools',
    volume: 'Volume and delta',
    cvd: 'Cumulative delta (CVD)',
    table: 'Statistics table',
    readout: 'Readout and legend',
    header: 'Page header',
  },
  picture: { copy: 'Copy image', save: 'Save image' },
}
