import type { Shape } from '../shape.ts'
import type { palette as zh } from '../zh/palette.ts'

export const palette: Shape<typeof zh> = {
  title: 'Command palette',
  search: 'Search symbols, cycles, studies, layouts, settings and help',
  none: 'No commands match “{{text}}”',
  on: 'on',
  groups: {
    recent: 'Recently used',
    symbol: 'Symbols',
    cycle: 'Cycles',
    panel: 'Panels',
    study: 'Studies',
    layout: 'Layout',
    chart: 'Chart',
    page: 'Pages',
    appearance: 'Appearance',
    help: 'Help',
  },
  install: 'Install as an app',
  update: { text: 'A new version is available.', reload: 'Reload' },
  undoLayout: 'Undo the last layout change',
  redoLayout: 'Redo the undone layout change',
}
