import { useTranslation } from 'react-i18next'
import { type PlacedSeries, placeSeries, type SeriesFigure } from './figure.ts'
import styles from './figures.module.css'

/** Bars over time with the example's marks: a zone and its tests, a line and its bands, the highlighted bar. */
export function SeriesPicture({ figure }: { figure: SeriesFigure }) {
  const { t } = useTranslation()
  const placed = placeSeries(figure)
  const text = useDescription(figure)
  return (
    <figure className={styles.figure}>
      <svg
        className="max-w-full h-auto"
        viewBox={`0 0 ${placed.width} ${placed.height}`}
        width={placed.width}
        height={placed.height}
        role="img"
        aria-label={t('help.figure.chart', { text })}
      >
        {placed.ticks.map(({ y, text }) => (
          <g key={text}>
            <line x1="0" x2={placed.right} y1={y} y2={y} className={styles.grid} />
            <text x={placed.right + 8} y={y + 4} className={styles.tick}>
              {text}
            </text>
          </g>
        ))}
        {placed.zone && <rect {...placed.zone} className={styles.zone} />}
        {placed.bands.map(({ points, order }) => (
          <polygon key={order} points={points} className={styles.band} data-order={order} />
        ))}
        {placed.bars.map((bar) => (
          <Candle key={bar.x} bar={bar} />
        ))}
        {placed.line && <polyline points={placed.line} className={styles.line} />}
        {placed.notes.map(({ x, y, what, number }) => (
          <text key={x} x={x} y={y} textAnchor="middle" className={styles.note} data-what={what}>
            {what === 'test' ? number : what === 'end' ? '✕' : '▼'}
          </text>
        ))}
      </svg>
      {figure.zone && (
        <figcaption className="basis-full text-muted text-s">
          {t('help.figure.zone', { low: figure.zone.low, high: figure.zone.high - 1 })} ·{' '}
          {placed.notes
            .map(({ what, number }) =>
              what === 'test' ? t('help.figure.test', { number }) : `✕ ${t('help.figure.broken')}`,
            )
            .join(' · ')}
        </figcaption>
      )}
    </figure>
  )
}

/** Accessible description. */
function useDescription({ what, zone, bars }: SeriesFigure): string {
  const { t } = useTranslation()
  if (zone) return t('help.figure.zone', { low: zone.low, high: zone.high - 1 })
  if (what === 'vwap') return t('help.figure.vwap')
  return what === 'cvd' ? t('help.figure.cvd') : t('help.figure.bars', { count: bars.length })
}

function Candle({ bar }: { bar: PlacedSeries['bars'][number] }) {
  return (
    <g data-fall={bar.fall} data-marked={bar.marked} className={styles.candle}>
      <line x1={bar.x} x2={bar.x} y1={bar.top} y2={bar.bottom} />
      <rect x={bar.x - bar.half} y={bar.bodyTop} width={2 * bar.half} height={bar.body} />
    </g>
  )
}
