import { useTranslation } from 'react-i18next'
import { Dropdown } from '../../../shared/ui/dropdown.tsx'
import { Tag } from '../../../shared/ui/tag.tsx'
import type { Hole, ViewMeta } from '../../../workers/protocol.ts'
import { useTimeFormat } from '../chart/use-time-format.ts'
import styles from './holes-menu.module.css'

/** Holes listed before the rest is only counted. */
const LISTED = 50

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
  const newest = [...holes].reverse().slice(0, LISTED)
  const words = holes.length === 0 ? t('status.noHoles') : t('status.holes', { count: holes.length })

  return (
    <Dropdown label={t('status.completeness')} align="start"
      trigger={(props) => (
        <button type="button" className={styles.button} data-tone={open > 0 ? 'busy' : holes.length > 0 ? 'lost' : 'whole'}
          aria-label={`${t('status.completeness')}: ${t(`status.proof.${proof}`)}, ${words}`} data-tip={t('status.completeness')} {...props}>
          <span className={styles.proof}>{t(`status.proof.${proof}`)} · </span>{words}
        </button>
      )}>
      {(close) => (
        <div className={styles.panel}>
          <p className={styles.lead}>{t(`status.proofHint.${proof}`)}</p>
          {holes.length === 0 && <p className={styles.quiet}>{t('status.noHolesHint')}</p>}
          {holes.length > 0 && (
            <ul className={styles.list} aria-label={words}>
              {newest.map((hole) => (
                <li key={`${hole.from} ${hole.to}`}>
                  <HoleButton hole={hole} onShow={() => {
                    close()
                    onShow(hole.from)
                  }} />
                </li>
              ))}
            </ul>
          )}
          {holes.length > LISTED && <p className={styles.quiet}>{t('status.moreHoles', { count: holes.length - LISTED })}</p>}
        </div>
      )}
    </Dropdown>
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
