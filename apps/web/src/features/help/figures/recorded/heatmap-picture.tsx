import { useId, type CSSProperties } from 'react'
import { useTranslation } from 'react-i18next'
import data from 'virtual:book-figures'
import { AXIS, Frame, WIDTH } from '../../../../shared/figures/frame.tsx'
import { Hatches } from './hatch.tsx'
import { type Area, heatPaths, runsOf, stepPath } from './plot.ts'
import { rowText, sizeText } from './recorded-text.ts'
import styles from './recorded.module.css'

const HEIGHT = 312
const AREA: Area = { x: 0, y: 4, width: WIDTH - AXIS - 8, height: HEIGHT - 22 }
const TICKS = 6

/** A minute of the simulated book: brightness by row and second, best prices, and three walls. */
export function HeatmapPicture() {
  const { t } = useTranslation()
  const id = useId()
  const { market, heatmap } = data
  const { low, high, seconds, bestBid, bestAsk, walls, levels } = heatmap
  const rows = high - low + 1
  const rowHeight = AREA.height / rows
  const y = (row: number) => AREA.y + AREA.height - (row - low) * rowHeight
  const x = (second: number) => AREA.x + (second * AREA.width) / seconds.length
  const [from, to] = market.lost
  const label = t('help.recorded.heatmap', {
    seconds: seconds.length,
    step: sizeOf(market.step),
    window: sizeOf(market.window),
    from,
    to,
  })
  return (
    <>
      <Frame height={HEIGHT} label={label}>
        <Hatches id={id} />
        <rect {...AREA} className={styles.empty} />
        {[...heatPaths(seconds, rows, AREA)].map(([mark, path]) =>
          mark === '?' ? (
            <path key={mark} d={path} fill={`url(#${id}unknown)`} />
          ) : (
            <path
              key={mark}
              d={path}
              className={styles.heat}
              data-level={mark}
              style={{ '--level': `${Math.round((100 * (Number(mark) - 1)) / (levels - 2))}%` } as CSSProperties}
            />
          ),
        )}
        {runsOf(seconds.map((second) => second === null))
          .filter(({ value }) => value)
          .map((run) => (
            <rect
              key={run.from}
              x={x(run.from)}
              y={AREA.y}
              width={x(run.to) - x(run.from)}
              height={AREA.height}
              fill={`url(#${id}missing)`}
            />
          ))}
        {/* A spread of a tick is less than a line is wide: side by side, both stay visible. */}
        <path className={styles.best} data-side="bid" d={stepPath(bestBid, AREA, y)} transform="translate(0 0.6)" />
        <path className={styles.best} data-side="ask" d={stepPath(bestAsk, AREA, y)} transform="translate(0 -0.6)" />
        {walls.map((wall, i) => (
          <g key={wall.row}>
            <rect
              className={styles.wall}
              x={x(wall.born)}
              y={y(wall.row + 1) - 1}
              width={x(wall.ended) - x(wall.born)}
              height={rowHeight + 2}
            />
            <text
              className={styles.mark}
              x={x(wall.ended) - 2}
              y={y(wall.row + 1) + (wall.side === 'bid' ? rowHeight + 8 : -7)}
              textAnchor="end"
            >
              {i + 1}
            </text>
          </g>
        ))}
        {Array.from({ length: TICKS }, (_, k) => low + Math.floor(((k + 0.5) * rows) / TICKS)).map((row) => (
          <text key={row} className={styles.axis} x={WIDTH - AXIS - 2} y={y(row)}>
            {rowText(row, market)}
          </text>
        ))}
        {[0, 15, 30, 45, 60].map((second) => (
          <text
            key={second}
            className={styles.axis}
            x={x(second)}
            y={HEIGHT - 8}
            textAnchor={second === 0 ? 'start' : second === seconds.length ? 'end' : 'middle'}
          >
            {t('help.recorded.second', { second })}
          </text>
        ))}
      </Frame>
      <figcaption className={styles.caption}>
        <span>{label}</span>
        <span className={styles.legend}>
          <span className={styles.item}>
            {t('help.recorded.less')} <i className={styles.ramp} /> {t('help.recorded.more')}
          </span>
          {(['unknown', 'missing', 'bestAsk', 'bestBid'] as const).map((kind) => (
            <span key={kind} className={styles.item}>
              <i className={styles.swatch} data-kind={kind} /> {t(`help.recorded.${kind}`)}
            </span>
          ))}
        </span>
        <ol className={styles.list}>
          {walls.map((wall) => (
            <li key={wall.row}>
              {t('help.recorded.wall', {
                side: t(`help.recorded.side.${wall.side}`),
                price: rowText(wall.row, market),
                max: sizeText(wall.maxLots, market),
                filled: sizeText(wall.filled, market),
                pulled: sizeText(wall.pulled, market),
                state: t(`help.recorded.state.${wall.state}`),
              })}
            </li>
          ))}
        </ol>
      </figcaption>
    </>
  )
}

/** Ticks as a difference of prices. */
const sizeOf = (ticks: number) => String(Number((ticks * Number(data.market.tickSize)).toFixed(8)))
