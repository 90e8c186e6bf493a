import i18next from 'i18next'
import { showToast } from './toasts.ts'

/** Copies a text and shows a toast for success or failure. */
export async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    showToast(i18next.t('common.copySuccess'))
  } catch {
    showToast(i18next.t('common.copyFailed'))
  }
}
