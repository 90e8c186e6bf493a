import { type SyntheticEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { TimeFormat } from '../../../../shared/format/chart-time.ts'
import { formatUtcField, parseUtcField } from '../../../../shared/format/utc-text.ts'
import { Button } from '../../../../shared/ui/button.tsx'
import { Dialog, DialogActions, DialogBody } from '../../../../shared/ui/dialog.tsx'
import { Input } from '../../../../shared/ui/input.tsx'
import { useMarket } from '../../model/market-store.ts'
import { isReplaying, useReplay } from '../../model/replay-store.ts'
import { useTimeFormat } from '../../model/time-zone.ts'
import { endOfReplay, replayClock, type ReplayBounds } from './replay-clock.ts'

/** A moment as the text of a datetime field, in the page's time zone. */
const fieldOf = (t: number, { zoneOffsetMs }: TimeFormat): string =>
  formatUtcField(Math.floor((t + zoneOffsetMs(t)) / 1000) * 1000)

/** The moment of a datetime field; null when incomplete. The offset is that of the result, which may differ around its change. */
function momentOf(text: string, { zoneOffsetMs }: TimeFormat): number | null {
  const local = parseUtcField(text)
  if (local === null) return null
  return local - zoneOffsetMs(local - zoneOffsetMs(local))
}

/** What the live chart says about its history; during a replay, what it said before. */
function useBounds(): ReplayBounds {
  const { meta, offsetMs } = useMarket((state) => state)
  const isRunning = useReplay(isReplaying)
  if (isRunning) return replayClock.bounds
  const coverage = meta?.coverage
  return {
    from: coverage?.from ?? 0,
    to: meta?.live === false && coverage ? coverage.to : null,
    delayMs: meta?.delayMs ?? 0,
    offsetMs,
  }
}

/** Asks where the replay begins. */
export function StartDialog() {
  const { t } = useTranslation()
  const id = useId()
  const time = useTimeFormat()
  const bounds = useBounds()
  const [offered] = useState(() => replayClock.offered())
  const [text, setText] = useState(() => {
    const first = offered.crosshair ?? offered.visible
    return first === null ? '' : fieldOf(first, time)
  })
  const [end] = useState(() => endOfReplay(bounds, Date.now()))
  const close = () => useReplay.setState({ isChoosing: false })
  const moment = momentOf(text, time)
  const isValid = moment !== null && moment >= Math.floor(bounds.from / 1000) * 1000 && moment <= end

  const start = (event: SyntheticEvent) => {
    event.preventDefault()
    if (isValid) replayClock.start(moment, bounds)
  }

  return (
    <Dialog title={t('replay.choose.title')} onClose={close}>
      <form onSubmit={start}>
        <DialogBody>
          <p className="text-muted text-s">{t('replay.choose.hint')}</p>
          <div className="flex flex-col gap-1.5">
            <label className="text-s font-semibold" htmlFor={id}>
              {t('replay.choose.time', { zone: time.zoneName })}
            </label>
            <Input
              id={id}
              type="datetime-local"
              step={1}
              data-autofocus=""
              value={text}
              min={fieldOf(bounds.from, time)}
              max={fieldOf(end, time)}
              aria-invalid={!isValid}
              aria-describedby={`${id}-range`}
              onChange={(event) => setText(event.target.value)}
            />
            <p id={`${id}-range`} className={isValid ? 'text-faint text-s' : 'text-warning text-s'}>
              {t('replay.choose.invalid', { from: time.moment(bounds.from), to: time.moment(end) })}
            </p>
          </div>
          <div className="flex flex-col items-start gap-1.5">
            {(['crosshair', 'visible'] as const).map((place) => {
              const at = offered[place]
              return (
                at !== null && (
                  <Button key={place} variant="outlined" onClick={() => setText(fieldOf(at, time))}>
                    {t(`replay.choose.${place}`, { time: time.bar(at) })}
                  </Button>
                )
              )
            })}
          </div>
          <DialogActions>
            <Button onClick={close}>{t('common.cancel')}</Button>
            <Button type="submit" variant="primary" disabled={!isValid}>
              {t('replay.choose.start')}
            </Button>
          </DialogActions>
        </DialogBody>
      </form>
    </Dialog>
  )
}
