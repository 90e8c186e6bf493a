import { useEffect, useState, type RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { failureText } from '../../../shared/http/failure-text.ts'
import { saveFile } from '../../../shared/save-file.ts'
import { showToast } from '../../../shared/ui/toasts.ts'
import type { ChartController } from '../chart/chart-controller.ts'
import { useOrder } from '../model/order-store.ts'
import { addressOf } from '../model/use-selection.ts'
import { compactTime, fileName, loadExport } from './files.ts'
import type { PageActions } from './page-actions.ts'

/** What can be done with the page as a whole. */
export function usePageActions(controller: RefObject<ChartController | null>, showKeyboard: () => void): PageActions {
  const { t } = useTranslation()
  const [isFullScreen, setFullScreen] = useState(() => document.fullscreenElement !== null)

  useEffect(() => {
    const follow = () => setFullScreen(document.fullscreenElement !== null)
    document.addEventListener('fullscreenchange', follow)
    return () => document.removeEventListener('fullscreenchange', follow)
  }, [])

  return {
    isFullScreen,
    showKeyboard,
    toggleFullScreen() {
      if (document.fullscreenElement) void document.exitFullscreen()
      else void document.documentElement.requestFullscreen?.()
    },
    copyLink() {
      const { applied } = useOrder.getState()
      if (!applied) return
      const link = new URL(`/order${addressOf(applied, true)}`, location.origin).href
      navigator.clipboard.writeText(link).then(
        () => showToast(t('common.copySuccess')),
        () => showToast(t('common.copyFailed')),
      )
    },
    saveScreenshot() {
      const { applied } = useOrder.getState()
      controller.current?.chart.screenshot().toBlob((picture) => {
        if (picture && applied) saveFile(picture, `${fileName(applied)}.png`)
      })
    },
    download(what) {
      const { applied } = useOrder.getState()
      const range = controller.current?.visibleTimes()
      if (!applied || !range) return
      showToast(t('order.downloadMenu.started'))
      loadExport({ ...applied, ...range, what }).then(
        (file) => saveFile(file, `${fileName(applied)}-${what}-${compactTime(range.from)}-${compactTime(range.to)}.csv`),
        (error: unknown) => showToast(t('order.downloadMenu.failed', { reason: failureText(t, error) })),
      )
    },
  }
}
