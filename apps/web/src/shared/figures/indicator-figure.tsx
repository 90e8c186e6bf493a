import { useTranslation } from 'react-i18next'
import { Candles, DeltaColumns, VolumeColumns } from './candles.tsx'
import { type Box, columnOf, FIGURES, rowScale } from './figure-data.ts'
import styles from './figures.module.css'
import { Footprint } from './footprint.tsx'
import { AXIS, DeltaRow, Frame, PriceAxis, WIDTH } from './frame.tsx'

export const FIGURE_KINDS = ['poc', 'delta', 'stack', 'zone', 'effort'] as const
export type FigureKind = (typeof FIGURE_KINDS)[number]

const HEIGHT = 232
const ROOM: Box = { x: 2, y: 8, width: WIDTH - AXIS - 4, height: HEIGHT - 16 }
/** Candles above, columns below. */
const ABOVE: Box = { ...ROOM, height: 144 }
const BELOW: Box = { ...ROOM, y: 164, height: 60 }

/** A figure of an indicator, computed by the engine from simulated trades. `label`: the accessible name. */
export function IndicatorFigure({ kind, label }: { readonly kind: FigureKind; readonly label?: string }) {
  const Picture = PICTURES[kind]
  return (
    <Frame height={HEIGHT} label={label}>
      <Picture />
    </Frame>
  )
}

const PICTURES = { poc: Poc, delta: Delta, stack: Stack, zone: Zone, effort: Effort }

function Poc() {
  const scale = rowScale(FIGURES.poc, ROOM)
  return (
    <>
      <PriceAxis stretch={FIGURES.poc} scale={scale} />
      <Footprint stretch={FIGURES.poc} box={ROOM} scale={scale} />
    </>
  )
}

function Stack() {
  const { stack } = FIGURES
  const scale = rowScale(stack, ROOM)
  return (
    <>
      <PriceAxis stretch={stack} scale={scale} />
      <Footprint stretch={stack} box={ROOM} scale={scale} stack={stack.stack} />
    </>
  )
}

function Delta() {
  const { t } = useTranslation()
  const { delta } = FIGURES
  const scale = rowScale(delta, ABOVE)
  return (
    <>
      <PriceAxis stretch={delta} scale={scale} />
      <Lit stretch={delta} />
      <Candles stretch={delta} box={ABOVE} scale={scale} />
      <DeltaColumns stretch={delta} box={BELOW} />
      <text className={styles.axis} x={WIDTH - AXIS + 8} y={BELOW.y + BELOW.height / 2}>
        {t('chart.delta')}
      </text>
    </>
  )
}

function Effort() {
  const { t } = useTranslation()
  const { effort } = FIGURES
  const scale = rowScale(effort, ABOVE)
  const { x, width } = columnOf(ROOM, effort.bars.length, effort.focus)
  const bearish = effort.effort.side === 'bearish'
  const tip = bearish ? scale.y(effort.bars[effort.focus].high) - 5 : scale.y(effort.bars[effort.focus].low) + 5
  const foot = bearish ? tip - 6 : tip + 6
  return (
    <>
      <PriceAxis stretch={effort} scale={scale} />
      <Lit stretch={effort} />
      <Candles stretch={effort} box={ABOVE} scale={scale} />
      <path className={styles.effort} d={`M${x + width / 2} ${tip}l-4.5 ${foot - tip}h9z`} />
      <VolumeColumns stretch={effort} box={{ ...BELOW, height: 28 }} />
      <DeltaColumns stretch={effort} box={{ ...BELOW, y: 198, height: 28 }} />
      <text className={styles.axis} x={WIDTH - AXIS + 8} y={BELOW.y + 18}>
        {t('chart.volume')}
      </text>
      <text className={styles.axis} x={WIDTH - AXIS + 8} y="212">
        {t('chart.delta')}
      </text>
    </>
  )
}

function Zone() {
  const { zone } = FIGURES
  const { low, high, born, ended, side } = zone.zone
  const scale = rowScale(zone, ROOM)
  const from = columnOf(ROOM, zone.bars.length, born).x
  const to = columnOf(ROOM, zone.bars.length, ended)
  return (
    <>
      <PriceAxis stretch={zone} scale={scale} />
      <rect
        className={side === 'support' ? styles.support : styles.resistance}
        x={from}
        y={scale.top(high)}
        width={to.x + to.width / 2 - from}
        height={(high - low + 1) * scale.rowHeight}
      />
      <Candles stretch={zone} box={ROOM} scale={scale} />
    </>
  )
}

/** Highlights the full column of the bar the figure explains. */
function Lit({ stretch }: { readonly stretch: { readonly bars: readonly unknown[]; readonly focus: number } }) {
  const { x, width } = columnOf(ROOM, stretch.bars.length, stretch.focus)
  return <rect className={styles.lit} x={x} y={ROOM.y - 4} width={width} height={ROOM.height + 8} rx="3" />
}

/** The same trades twice: as candles and as a footprint. */
export function AlikeFigure({ as, label }: { readonly as: 'candles' | 'footprint'; readonly label?: string }) {
  const { alike } = FIGURES
  const room: Box = { ...ROOM, height: 236 }
  const scale = rowScale(alike, room)
  return (
    <Frame height={276} label={label}>
      <PriceAxis stretch={alike} scale={scale} />
      {as === 'candles' ? (
        <Candles stretch={alike} box={room} scale={scale} lit={alike.pair} />
      ) : (
        <>
          <Footprint stretch={alike} box={room} scale={scale} lit={alike.pair} />
          <DeltaRow stretch={alike} box={{ ...room, y: 250, height: 22 }} />
        </>
      )}
    </Frame>
  )
}
