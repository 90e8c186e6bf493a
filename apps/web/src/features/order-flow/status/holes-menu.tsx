import { useTranslation } from 'react-i18next'
import { Dropdown } from '../../../shared/ui/dropdown.tsx'
import type { ViewMeta } from '../../../workers/protocol.ts'
import { HolesPanel } from '../later.tsx'
import styles from './holes-menu.module.css'

interface HolesMenuProps {
  readonly meta: ViewMeta
  /** Shows a moment on the chart. */
  readonly onShow: (t: number) => void
}

/** How the tape is known to be whole, and where it is not: each hole leads to its place on the chart. */
export function HolesMenu({ meta, onShow }: HolesMenuProps) {
  const { t } = useTranslation()
  const { holes, coverage } = meta
  const proof = coverage?.proof ?? 'none'
  const open = holes.filter(({ state }) => state !== 'lost').length
  const words = holes.length === 0 ? t('status.noHoles') : t('status.holes', { count: holes.length })

  return (
    <Dropdown
      label={t('status.completeness')}
      align="start"
      trigger={(props) => (
        <button
          type="button"
          className={styles.button}
          data-tone={open > 0 ? 'busy' : holes.length > 0 ? 'lost' : 'whole'}
          aria-label={`${t('status.completeness')}: ${t(`status.proof.${proof}`)}, ${words}`}
          data-tip={t('status.completeness')}
          {...props}
        >
          <span className={styles.proof}>{t(`status.proof.${proof}`)} · </span>
          {words}
        </button>
      )}
    >
      {(close) => (
        <HolesPanel
          meta={meta}
          words={words}
          onShow={(t) => {
            close()
            onShow(t)
          }}
        />
      )}
    </Dropdown>
  )
}
