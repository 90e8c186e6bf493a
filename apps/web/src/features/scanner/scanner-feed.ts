import type { ScanInterval, ScanRow } from '@flowprint/contract'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { showToast } from '../../shared/ui/toasts.ts'
import { openPageStream } from '../../workers/page-stream.ts'

/** Rows of a bar arrive within seconds of each other: the table changes once, when no more arrive for this long. */
const SETTLE_MS = 700
const MAX_SETTLE_MS = 4_000

export interface ScannerFeed {
  /** Null until the stream has sent them. */
  readonly rows: readonly ScanRow[] | null
  readonly isOffline: boolean
}

/** Follows the rows of an interval. Fired alerts of the account are shown as notices. */
export function useScannerFeed(interval: ScanInterval): ScannerFeed {
  const { t } = useTranslation()
  const [feed, setFeed] = useState<ScannerFeed & { readonly interval: ScanInterval }>({
    interval,
    rows: null,
    isOffline: false,
  })

  useEffect(() => {
    let rows = new Map<string, ScanRow>()
    let timer = 0
    let changedAt: number | null = null
    const show = () => {
      changedAt = null
      setFeed({ interval, rows: [...rows.values()], isOffline: false })
    }
    const settle = () => {
      changedAt ??= Date.now()
      window.clearTimeout(timer)
      timer = window.setTimeout(show, Math.max(0, Math.min(SETTLE_MS, changedAt + MAX_SETTLE_MS - Date.now())))
    }
    const stream = openPageStream({
      ready: () => stream.send({ op: 'subscribe_scanner', interval }),
      message: (message) => {
        if (message.op === 'alert' && message.event.id !== 0)
          showToast(`${message.event.name || t('scanner.alert.button')} · ${message.event.symbol}`)
        if (message.op !== 'scanner_rows' || message.interval !== interval) return
        if (message.full) rows = new Map()
        for (const row of message.list) rows.set(row.symbol, row)
        if (message.full) show()
        else settle()
      },
      frame: () => undefined,
      connection: (state) => {
        if (state === 'offline') setFeed((before) => ({ ...before, isOffline: true }))
      },
    })
    return () => {
      window.clearTimeout(timer)
      stream.close()
    }
  }, [interval, t])

  return feed.interval === interval ? feed : { rows: null, isOffline: feed.isOffline }
}
