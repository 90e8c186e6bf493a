import type { Profile } from '@flowprint/contract'
import { decimalUnit, fromUnits, NO_ROW } from '@flowprint/orderflow'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../../shared/http/call.ts'
import type { ChartController } from '../../chart/chart-controller.ts'
import { useMarket } from '../../model/market-store.ts'
import { useTimeFormat, useTimeZone } from '../../model/time-zone.ts'
import type { ProfileCall } from './profile-sources.ts'
import { ProfileLayer } from './profile-layer.ts'
import { type PlacedProfile, useProfiles } from './profile-store.ts'

/** A month of the busiest market takes a moment to load. */
const LOAD_MS = 30_000

function loadProfile({ symbol, precision, share, from, to, asOf }: ProfileCall): Promise<Profile> {
  const query = { symbol, precision, value_area: share, from, to, as_of: asOf }
  return call('GET /profile', { query, toast: false, timeoutMs: LOAD_MS })
}

/** The chart's profiles: painted on its canvas, with their numbers here for screen readers. */
export function Profiles({ controller }: { controller: ChartController }) {
  const { t } = useTranslation()
  const time = useTimeFormat()
  const { items } = useProfiles()
  const tickSize = useMarket((state) => state.meta?.units.tickSize)
  const layer = useRef<ProfileLayer | null>(null)

  const zone = useTimeZone((state) => state.zone)
  const firstZone = useRef(zone)
  useEffect(() => {
    const made = new ProfileLayer(controller, firstZone.current, loadProfile)
    layer.current = made
    return () => {
      made.dispose()
      layer.current = null
    }
  }, [controller])
  useEffect(() => layer.current?.setZone(zone), [zone])

  if (items.length === 0 || tickSize === undefined) return null
  const tick = decimalUnit(tickSize)
  const text = ({ kind, from, to, shown: { step, poc, valRow, vahRow } }: PlacedProfile) =>
    t(poc === NO_ROW ? 'profiles.spokenEmpty' : 'profiles.spoken', {
      kind: t(`profiles.kind.${kind}`),
      range: time.span(from, to),
      poc: fromUnits(poc * step, tick),
      vah: fromUnits((vahRow + 1) * step, tick),
      val: fromUnits(valRow * step, tick),
    })
  return (
    <ul className="visually-hidden" aria-label={t('profiles.list')} data-profiles={items.length}>
      {items.map((item) => (
        <li key={`${item.kind} ${item.from} ${item.to}`} data-kind={item.kind} data-from={item.from} data-to={item.to}>
          {text(item)}
        </li>
      ))}
    </ul>
  )
}
