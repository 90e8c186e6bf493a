import { useTranslation } from 'react-i18next'
import { ALERT_KEYS, CHART_KEYS, DRAWING_KEYS, LADDER_KEYS, REPLAY_KEYS, WORKSPACE_KEYS } from './sheet.ts'

export interface KeySection {
  /** Null: the keys of the chart. */
  readonly title: string | null
  readonly rows: readonly { readonly keys: readonly string[]; readonly text: string }[]
}

/** The keys of the pages of charts by subject, those of the chart first. Their texts must be loaded. */
export function useKeySections(): readonly KeySection[] {
  const { t } = useTranslation()
  return [
    {
      title: null,
      rows: CHART_KEYS.map(({ keys, words }) => ({ keys, text: t(`keys.${words}`) })),
    },
    {
      title: t('workspaces.title'),
      rows: WORKSPACE_KEYS.map(({ keys, words }) => ({ keys, text: t(`workspaces.keys.${words}`) })),
    },
    {
      title: t('alerts.title'),
      rows: ALERT_KEYS.map(({ keys, words }) => ({ keys, text: t(`alerts.keys.${words}`) })),
    },
    {
      title: t('depth.ladder.title'),
      rows: LADDER_KEYS.map(({ keys, words }) => ({ keys, text: t(`depth.keys.${words}`) })),
    },
    {
      title: t('replay.title'),
      rows: REPLAY_KEYS.map(({ keys, words }) => ({ keys, text: t(`replay.keys.${words}`) })),
    },
    {
      title: t('drawings.rail'),
      rows: DRAWING_KEYS.map(({ keys, words }) => ({ keys, text: t(`drawings.keys.${words}`) })),
    },
  ]
}
