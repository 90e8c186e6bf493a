import type { Shape } from '../shape.ts'
import type { common as zh } from '../zh/common.ts'

export const common: Shape<typeof zh> = {
  language: 'en',
  close: 'Close',
  cancel: 'Cancel',
  apply: 'Apply',
  retry: 'Retry',
  reload: 'Reload',
  showPassword: 'Show password',
  hidePassword: 'Hide password',
  copySuccess: 'Copy Success',
  copyFailed: "Couldn't copy. Select the text and copy it manually",
  simulated: 'Simulated',
}
