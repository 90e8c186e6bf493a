import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { Tag } from '../../../shared/ui/tag.tsx'
import type { Hole, ViewMeta } from '../../../workers/protocol.ts'
import { useTimeFormat } from '../chart/use-time-format.ts'
import styles from './holes-menu.module.css'

/** Holes listed before the rest is only counted. */
const LISTED = 50

export interface HolesPanelProps {
  readonly meta: ViewMeta
  /** How many there are, in words. */
  readonly words: string
  /** Shows a moment on the chart. */
  readonly onShow: (t: number) => void
}

/** What proves that nothing is missing, and each stretch where something is. */
export function HolesPanel({ meta, words, onShow }: HolesPanelProps) {
  const { t } = useTranslation()
  const { holes, coverage } = meta
  const proof = coverage?.proof ?? 'none'
  const newest = [...holes].reverse().slice(0, LISTED)
  return (
    <div className={styles.panel}>
      <p className={styles.lead}>
        {t(`status.proofHint.${proof}`)}{' '}
        <Link to="/help/data-states" target="_blank">
          {t('shell.menu.help')}
        </Link>
      </p>
      {holes.length === 0 && <p className={styles.quiet}>{t('status.noHolesHint')}</p>}
      {holes.length > 0 && (
        <ul className={styles.list} aria-label={words}>
          {newest.map((hole) => (
            <li key={`${hole.from} ${hole.to}`}>
              <HoleButton hole={hole} onShow={() => onShow(hole.from)} />
            </li>
          ))}
        </ul>
      )}
      {holes.length > LISTED && (
        <p className={styles.quiet}>{t('status.moreHoles', { count: holes.length - LISTED })}</p>
      )}
    </div>
  )
}

function HoleButton({ hole, onShow }: { hole: Hole; onShow: () => void }) {
  const { t } = useTranslation()
  const time = useTimeFormat()
  const { from, to, missing, state } = hole
  return (
    <button type="button" className={styles.hole} onClick={onShow}>
      <span className={styles.span}>{time.span(from, to)}</span>
      <span className={styles.quiet}>
        {missing === null ? t('status.missingUnknown') : t('status.missing', { count: missing.toLocaleString('en') })}
      </span>
      <Tag tone={state === 'lost' ? undefined : 'warning'}>{t(`status.holeState.${state}`)}</Tag>
    </button>
  )
}
