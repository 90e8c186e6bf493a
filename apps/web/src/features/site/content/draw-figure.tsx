import { lazy, Suspense, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Tag } from '../../../shared/ui/tag.tsx'
import styles from './figure.module.css'

const KINDS = ['poc', 'delta', 'stack', 'zone', 'effort'] as const
type Kind = (typeof KINDS)[number]

const Picture = lazy(async () => ({
  default: (await import('../../../shared/figures/indicator-figure.tsx')).IndicatorFigure,
}))

/** A figure of a text: the first line is its kind, the rest its caption. */
export function drawFigure(text: string): ReactNode {
  const [name, ...rest] = text.split('\n')
  const kind = KINDS.find((known) => known === name.trim())
  return kind === undefined ? null : <TextFigure kind={kind} caption={rest.join(' ').trim()} />
}

/** Reserves the space: the figure loads after the text. */
function TextFigure({ kind, caption }: { kind: Kind; caption: string }) {
  const { t } = useTranslation()
  return (
    <figure className={styles.figure}>
      <div className={styles.room}>
        <Suspense>
          <Picture kind={kind} label={caption || undefined} />
        </Suspense>
      </div>
      <figcaption className="flex flex-wrap items-center gap-x-2.5 gap-y-1 px-4 pt-2.5 pb-3.5 text-muted text-m leading-[1.5]">
        <Tag>{t('common.simulated')}</Tag>
        <span>{caption}</span>
      </figcaption>
    </figure>
  )
}
