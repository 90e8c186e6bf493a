import { useTranslation } from 'react-i18next'
import { Dropdown } from '../../../../shared/ui/dropdown.tsx'
import type { ViewMeta } from '../../../../workers/protocol.ts'
import { GapsPanel } from './gaps-panel.tsx'
import styles from './gaps-menu.module.css'

export interface GapsMenuProps {
  readonly meta: ViewMeta
  /** Shows a moment on the chart. */
  readonly onShow: (t: number) => void
}

/** The tape's proof of completeness and its gaps; each gap links to its place on the chart. */
export function GapsMenu({ meta, onShow }: GapsMenuProps) {
  const { t } = useTranslation()
  const { gaps, coverage } = meta
  const proof = coverage?.proof ?? 'none'
  const open = gaps.filter(({ state }) => state !== 'lost').length
  const words = gaps.length === 0 ? t('status.noGaps') : t('status.gaps', { count: gaps.length })

  return (
    <Dropdown
      label={t('status.completeness')}
      align="start"
      trigger={(props) => (
        <button
          type="button"
          className={styles.button}
          data-tone={open > 0 ? 'busy' : gaps.length > 0 ? 'lost' : 'whole'}
          aria-label={`${t('status.completeness')}: ${t(`status.proof.${proof}`)}, ${words}`}
          data-tip={t('status.completeness')}
          {...props}
        >
          <span className="max-phone:hidden">{t(`status.proof.${proof}`)} · </span>
          {words}
        </button>
      )}
    >
      {(close) => (
        <GapsPanel
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
