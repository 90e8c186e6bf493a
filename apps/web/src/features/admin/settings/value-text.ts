import type { SettingKey } from '@flowprint/contract'
import type { TFunction } from 'i18next'
import { momentOf, moneyOf, percentOf } from '../parts/show.ts'
import { KINDS } from './kinds.ts'

interface Level {
  readonly level: number
  readonly min_paying: number
  readonly ratio: string
}

/** Formats the value of a setting. */
export function valueText(t: TFunction, key: SettingKey, value: unknown): string {
  const how = KINDS[key]
  if (value === null || value === undefined)
    return t(how.kind === 'discount' ? 'admin.settings.discountOff' : 'admin.settings.none')
  switch (how.kind) {
    case 'amount':
      return t('admin.frame.usdt', { amount: moneyOf(value as string) })
    case 'whole':
      return `${value as number} ${t(`admin.settings.unit.${how.unit}`)}`
    case 'flag':
      return t(value === true ? 'admin.settings.on' : 'admin.settings.off')
    case 'text':
      return value as string
    case 'address':
      return (value as { address: string | null }).address ?? t('admin.settings.none')
    case 'discount': {
      const { price, start, end } = value as { price: string; start: string | null; end: string | null }
      if (start === null && end === null) return t('admin.settings.discountAlways', { price: moneyOf(price) })
      const moment = (iso: string | null) => (iso === null ? t('admin.settings.open') : momentOf(t, iso))
      return t('admin.settings.discountText', { price: moneyOf(price), start: moment(start), end: moment(end) })
    }
    case 'levels':
      return (value as Level[])
        .map(({ level, min_paying: count, ratio }) =>
          t('admin.settings.levelText', { level, count, ratio: percentOf(ratio) }),
        )
        .join('\n')
    case 'medias': {
      const medias = value as { label: string; url: string }[]
      return medias.length === 0
        ? t('admin.settings.none')
        : medias.map(({ label, url }) => `${label} · ${url}`).join('\n')
    }
    case 'local': {
      const { zh, en } = value as { zh: string; en: string }
      return `${zh}\n${en}`
    }
  }
}
