import type { ChartFormat } from '@flowprint/chart'
import type { TFunction } from 'i18next'

/** Texts of the demo chart; times are those of the tape, in UTC. */
export function demoFormat(t: TFunction): ChartFormat {
  const clock = (ms: number) => new Date(ms).toISOString().slice(11, 16)
  return {
    zoneOffsetMs: () => 0,
    timeTick: clock,
    crosshairTime: clock,
    zoneLabel: ({ side, lowRow, highRow, tests }) => {
      const words = { side: t(`chart.zone.short.${side}`), rows: highRow - lowRow + 1, times: tests }
      return tests > 0 ? t('chart.zone.labelTested', words) : t('chart.zone.label', words)
    },
    statisticTitle: () => '',
    paneTitle: (pane) => (pane === 'cvd' ? 'CVD' : ''),
  }
}
