import type { Shape } from '../shape.ts'
import type { common as zh } from '../zh/common.ts'

export const common: Shape<typeof zh> = {
  close: 'Close',
  cancel: 'Cancel',
  apply: 'Apply',
  retry: 'Retry',
  reload: 'Reload',
  reset: 'Reset to defaults',
  on: 'On',
  off: 'Off',
  auto: 'Auto',
  copySuccess: 'Copy Success',
  copyFailed: 'Could not copy; take the address from the address bar',
  simulated: 'Simulated',
  none: '—',
}
