import { SCAN_INTERVALS } from '@flowprint/contract'
import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router'
import { Button } from '../../shared/ui/button.tsx'
import { Callout } from '../../shared/ui/callout.tsx'
import { PageHead } from '../../shared/ui/page/page.tsx'
import { Empty, Failed, Loading } from '../../shared/ui/page/states.tsx'
import { SearchBox } from '../../shared/ui/search-field.tsx'
import { Segmented } from '../../shared/ui/segmented.tsx'
import { AlertDialog } from './alert-dialog.tsx'
import { ColumnsMenu } from './columns-menu.tsx'
import { FilterBar } from './filter-bar.tsx'
import { SavedScans } from './saved-scans.tsx'
import { scanRows } from './scan-columns.ts'
import { useScanner } from './scanner-calls.ts'
import { useScannerFeed } from './scanner-feed.ts'
import { useScan } from './scanner-store.ts'
import { ScannerTable } from './scanner-table.tsx'
import styles from './scanner.module.css'

const MAX_SEARCH_LENGTH = 64

/** /scanner: values and signals of all followed markets, sorted and filtered. */
export function Page() {
  const { t } = useTranslation()
  const { scan, search, change, sortBy, find } = useScan()
  const { data, error, refetch } = useScanner(scan.interval)
  const feed = useScannerFeed(scan.interval)
  const [parameters, setParameters] = useSearchParams()
  const [dialog, setDialog] = useState<'saved' | 'alert' | null>(parameters.has('alerts') ? 'alert' : null)
  const field = useSearchKey()
  const all = feed.rows ?? data?.list ?? null
  const rows = useMemo(() => (all === null ? [] : scanRows(all, scan, search)), [all, scan, search])
  const close = () => {
    setDialog(null)
    if (parameters.has('alerts')) setParameters({}, { replace: true })
  }

  return (
    <div className={styles.page}>
      <PageHead
        dense
        title={t('scanner.heading')}
        lead={t('scanner.lead')}
        tools={
          <>
            <Button variant="outlined" onClick={() => setDialog('saved')}>
              {t('scanner.saved.button')}
            </Button>
            <ColumnsMenu columns={scan.columns} onChange={(columns) => change({ columns })} />
            <Button variant="outlined" onClick={() => setDialog('alert')}>
              {t('scanner.alert.button')}
            </Button>
          </>
        }
      />
      {feed.isOffline && (
        <Callout tone="warning" role="status">
          {t('scanner.offline')}
        </Callout>
      )}
      <div className={styles.bar}>
        <Segmented
          label={t('scanner.interval')}
          value={scan.interval}
          options={SCAN_INTERVALS.map((value) => ({ value, label: value }))}
          onChange={(interval) => change({ interval })}
        />
        <div ref={field} className={styles.search}>
          <SearchBox
            aria-label={t('scanner.search')}
            aria-keyshortcuts="/"
            placeholder={t('scanner.search')}
            maxLength={MAX_SEARCH_LENGTH}
            value={search}
            onChange={({ target }) => find(target.value)}
          />
        </div>
        <FilterBar conditions={scan.conditions} onChange={(conditions) => change({ conditions })} />
        {all !== null && all.length > 0 && (
          <span className={styles.count} role="status">
            {t('scanner.shown', { shown: rows.length, total: all.length })}
          </span>
        )}
      </div>
      {content()}
      {/* Below, so that nothing moves when the answer says so. */}
      {typeof data?.as_of === 'number' && <DelayNotice asOf={data.as_of} />}
      {dialog === 'saved' && <SavedScans scan={scan} onApply={change} onClose={close} />}
      {dialog === 'alert' && <AlertDialog scan={scan} onUse={change} onClose={close} />}
    </div>
  )

  function content(): ReactNode {
    if (data?.enabled === false && (all === null || all.length === 0))
      return <Empty title={t('scanner.off.title')} text={t('scanner.off.text')} />
    if (all === null)
      return error ? <Failed title={t('scanner.failed')} error={error} onRetry={refetch} /> : <Loading count={12} />
    if (all.length === 0) return <Empty title={t('scanner.empty.title')} text={t('scanner.empty.text')} />
    if (rows.length === 0)
      return (
        <Empty title={t('scanner.noMatch.title')}>
          <Button
            variant="outlined"
            onClick={() => {
              change({ conditions: [] })
              find('')
            }}
          >
            {t('scanner.noMatch.clear')}
          </Button>
        </Empty>
      )
    return (
      <>
        <ScannerTable rows={rows} all={all} scan={scan} onSort={sortBy} />
        <p className={styles.keys}>{t('scanner.keys')}</p>
      </>
    )
  }
}

function DelayNotice({ asOf }: { readonly asOf: number }) {
  const { t } = useTranslation()
  // The delay does not change while the page is open.
  const [minutes] = useState(() => Math.max(1, Math.round((Date.now() - asOf) / 60_000)))
  return (
    <Callout tone="warning" role="status">
      {t('scanner.delayed', { minutes })}{' '}
      <Link to="/activate" className="underline">
        {t('scanner.activate')}
      </Link>
    </Callout>
  )
}

/** Slash moves to the search field, unless a field has the focus. */
function useSearchKey() {
  const field = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const { target } = event
      const isTyping =
        target instanceof HTMLElement && target.closest('input, select, textarea, [role="dialog"]') !== null
      if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return
      event.preventDefault()
      field.current?.querySelector('input')?.focus()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
  return field
}
