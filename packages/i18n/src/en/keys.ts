import type { Shape } from '../shape.ts'
import type { keys as zh } from '../zh/keys.ts'

export const keys: Shape<typeof zh> = {
  switch: 'Apply the selection (Switch)',
  symbol: 'Open the symbol list',
  indicators: 'Show or hide the indicator panel',
  tape: 'Show or hide time & sales',
  ladder: 'Open or close the order book ladder (DOM)',
  heatmap: 'Show or hide the order book heatmap',
  derivatives: 'Show or hide the panes of perpetuals',
  watchlist: 'Show or hide the watchlist',
  pan: 'Pan in time',
  panFar: 'Pan by one screen (or Shift + ←→)',
  panPrice: 'Pan in price',
  zoom: 'Zoom the time axis in / out',
  zoomPrice: 'Zoom the price axis in / out',
  auto: 'Price scale: fit all bars / readable numbers',
  oldest: 'Go to the oldest loaded bar',
  now: 'Back to latest',
  replay: 'Choose the start of a replay',
  moment: 'Copy a link to the moment under the crosshair',
  practice: 'Show / hide practice',
  full: 'Full screen',
  palette: 'Find a command',
  layoutUndo: 'Undo / redo a layout change',
  help: 'Show this list',
  escape: 'Close what is open',
}
