/**
 * All keys of the chart page, for the keyboard sheet and the help. A test verifies each against the code that handles
 * it.
 */
export const CHART_KEYS = [
  { keys: ['Enter'], words: 'switch' },
  { keys: ['/'], words: 'symbol' },
  { keys: ['I'], words: 'indicators' },
  { keys: ['T'], words: 'tape' },
  { keys: ['D'], words: 'ladder' },
  { keys: ['H'], words: 'heatmap' },
  { keys: ['P'], words: 'derivatives' },
  { keys: ['W'], words: 'watchlist' },
  { keys: ['←', '→'], words: 'pan' },
  { keys: ['PgUp', 'PgDn'], words: 'panFar' },
  { keys: ['↑', '↓'], words: 'panPrice' },
  { keys: ['+', '−'], words: 'zoom' },
  { keys: ['Alt +', 'Alt −'], words: 'zoomPrice' },
  { keys: ['A'], words: 'auto' },
  { keys: ['Home'], words: 'oldest' },
  { keys: ['End'], words: 'now' },
  { keys: ['R'], words: 'replay' },
  { keys: ['Alt C'], words: 'moment' },
  { keys: ['X'], words: 'practice' },
  { keys: ['F'], words: 'full' },
  { keys: ['Esc'], words: 'escape' },
  { keys: ['Ctrl K'], words: 'palette' },
  { keys: ['Alt Z', 'Alt Shift Z'], words: 'layoutUndo' },
  { keys: ['?'], words: 'help' },
] as const

/** Keys within the ladder. */
export const LADDER_KEYS = [
  { keys: ['↑', '↓'], words: 'scroll' },
  { keys: ['PgUp', 'PgDn'], words: 'scrollFar' },
  { keys: ['Home'], words: 'center' },
  { keys: ['+', '−'], words: 'precision' },
] as const

export const ALERT_KEYS = [
  { keys: ['B'], words: 'panel' },
  { keys: ['Alt A'], words: 'here' },
] as const

export const DRAWING_KEYS = [
  { keys: ['Alt H', 'T', 'J', 'R'], words: 'tools' },
  { keys: ['Alt P', 'M', 'N'], words: 'moreTools' },
  { keys: ['Ctrl Z', 'Ctrl Shift Z'], words: 'undo' },
  { keys: ['Del'], words: 'remove' },
  { keys: ['←', '→', '↑', '↓'], words: 'nudge' },
  { keys: ['Ctrl'], words: 'magnet' },
  { keys: ['Ctrl Alt H'], words: 'hide' },
  { keys: ['Esc'], words: 'cancel' },
] as const

/** Keys of a workspace, beside those of its active chart. */
export const WORKSPACE_KEYS = [
  { keys: ['M'], words: 'maximise' },
  { keys: [',', '.'], words: 'cell' },
  { keys: ['Alt 1', 'Alt 8'], words: 'tab' },
] as const

/** Keys of a replay. */
export const REPLAY_KEYS = [
  { keys: ['Space', 'Shift Space'], words: 'play' },
  { keys: ['Alt ←', 'Alt →'], words: 'bar' },
  { keys: ['Alt Shift ←', 'Alt Shift →'], words: 'trade' },
  { keys: ['[', ']'], words: 'minutes' },
  { keys: ['Alt ↑', 'Alt ↓'], words: 'speed' },
  { keys: ['Esc'], words: 'pause' },
] as const
