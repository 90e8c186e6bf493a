import i18next from 'i18next'
import { showToast } from './toasts.ts'

/** Copies and says so; where the browser allows no copying, says that. */
export async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    showToast(i18next.t('common.copySuccess'))
  } catch {
    showToast(i18next.t('common.copyFailed'))
  }
}
