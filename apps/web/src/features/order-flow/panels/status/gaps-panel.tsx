import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { formatCount } from '../../../../shared/format/number.ts'
import { Tag } from '../../../../shared/ui/tag.tsx'
import type { Gap, ViewMeta } from '../../../../workers/protocol.ts'
import { useTimeFormat } from '../../model/time-zone.ts'
import styles from './gaps-menu.module.css'

/** Gaps listed before the rest is only counted. */
const LISTED = 50

export interface GapsPanelProps {
  readonly meta: ViewMeta
  /** The number of gaps as text. */
  readonly words: string
  /** Shows a moment on the chart. */
  readonly onShow: (t: number) => void
}

/** Proof of completeness, and each gap. */
export function GapsPanel({ meta, words, onShow }: GapsPanelProps) {
  const { t } = useTranslation()
  const { gaps, coverage } = meta
  const proof = coverage?.proof ?? 'none'
  const newest = [...gaps].reverse().slice(0, LISTED)
  return (
    <div className="w-[380px] max-w-full pt-2.5 pb-1.5 text-s whitespace-normal max-phone:w-full">
      <p className={styles.lead}>
        {t(`status.proofHint.${proof}`)}{' '}
        <Link to="/help/data-states" target="_blank">
          {t('shell.menu.help')}
        </Link>
      </p>
      {gaps.length === 0 && <p className={styles.quiet}>{t('status.noGapsHint')}</p>}
      {gaps.length > 0 && (
        <ul className="max-h-[320px] overflow-y-auto border-t border-line" aria-label={words}>
          {newest.map((gap) => (
            <li key={`${gap.from} ${gap.to}`}>
              <GapButton gap={gap} onShow={() => onShow(gap.from)} />
            </li>
          ))}
        </ul>
      )}
      {gaps.length > LISTED && <p className={styles.quiet}>{t('status.moreGaps', { count: gaps.length - LISTED })}</p>}
    </div>
  )
}

function GapButton({ gap, onShow }: { gap: Gap; onShow: () => void }) {
  const { t } = useTranslation()
  const time = useTimeFormat()
  const { from, to, missing, state } = gap
  return (
    <button type="button" className={styles.gap} onClick={onShow}>
      <span className="text-default">{time.span(from, to)}</span>
      <span className={styles.quiet}>
        {missing === null ? t('status.missingUnknown') : t('status.missing', { count: formatCount(missing) })}
      </span>
      <Tag tone={state === 'lost' ? undefined : 'warning'}>{t(`status.gapState.${state}`)}</Tag>
    </button>
  )
}
