import type { ReplayTargetQuery } from '@flowprint/contract'
import { encodeSettings, MINUTE_MS } from '@flowprint/orderflow'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatMillis } from '../../../../shared/format/chart-time.ts'
import { call } from '../../../../shared/http/call.ts'
import { Button, IconButton } from '../../../../shared/ui/button.tsx'
import { Dropdown } from '../../../../shared/ui/dropdown.tsx'
import { Menu } from '../../../../shared/ui/menu.tsx'
import { Select } from '../../../../shared/ui/select.tsx'
import { showToast } from '../../../../shared/ui/toasts.ts'
import { startLesson } from '../../model/lesson-link.ts'
import { useLayout } from '../../model/layout-store.ts'
import { useMarket } from '../../model/market-store.ts'
import { useOrder } from '../../model/order-store.ts'
import { chooseReplay, useReplay } from '../../model/replay-store.ts'
import { useChartSettings } from '../../model/settings-store.ts'
import { useTimeFormat } from '../../model/time-zone.ts'
import { REPLAY_SPEEDS, replayClock } from './replay-clock.ts'
import { ReplayIcon, type ReplayIconName } from './replay-icon.tsx'
import { togglePlay, useReplayKeys } from './replay-keys.ts'
import { REPLAY_MINUTES, useReplayMinutes } from './replay-minutes.ts'
import styles from './replay-bar.module.css'

/** Answers that one jump searches at most. */
const MAX_SEARCHES = 5

interface PlayerButtonProps {
  readonly icon: ReplayIconName
  readonly label: string
  readonly hotkey?: string
  readonly isPressed?: boolean
  readonly onClick: () => void
}

function PlayerButton({ icon, label, hotkey, isPressed, onClick }: PlayerButtonProps) {
  return (
    <button
      type="button"
      className={styles.button}
      aria-label={label}
      aria-pressed={isPressed}
      data-tip={label}
      data-tip-key={hotkey}
      onClick={onClick}
    >
      <ReplayIcon name={icon} />
    </button>
  )
}

/** Controls of the replay, above the charts. */
export function ReplayBar() {
  const { t } = useTranslation()
  const time = useTimeFormat()
  const { cutoff, playing, speed, isMoving, isSlow, end, requested } = useReplay()
  const { practice: isPracticeOpen, fold } = useLayout()
  const hasFailed = useMarket((state) => state.phase === 'failed')
  const { minutes, choose: chooseMinutes } = useReplayMinutes()
  const minutesMs = minutes * MINUTE_MS
  useReplayKeys(minutesMs)
  useEffect(() => {
    if (requested === null) return
    useReplay.setState({ requested: null })
    replayClock.pause()
    replayClock.seek(requested)
  }, [requested])
  useEffect(() => {
    if (hasFailed) replayClock.pause()
  }, [hasFailed])
  if (cutoff === null) return null
  const note = hasFailed ? t('replay.failed') : end ? t(`replay.${end}`) : isSlow ? t('replay.slow') : null

  return (
    <section className={styles.bar} aria-label={t('replay.title')} aria-busy={isMoving} data-cutoff={cutoff.t}>
      <strong className={styles.label}>{t('replay.title')}</strong>
      <time className={styles.time} dateTime={new Date(cutoff.t).toISOString()}>
        {time.moment(cutoff.t)}
        <span className={styles.millis}>{formatMillis(cutoff.t)}</span>
      </time>
      <Button variant={end === 'present' ? 'primary' : 'outlined'} onClick={() => replayClock.stop()}>
        {t('replay.live')}
      </Button>
      <div className={styles.group}>
        <PlayerButton
          icon="minutesBack"
          label={t('replay.minutesBack', { minutes })}
          hotkey="["
          onClick={() => replayClock.seekBy(-minutesMs)}
        />
        <PlayerButton
          icon="barBack"
          label={t('replay.barBack')}
          hotkey="Alt ←"
          onClick={() => replayClock.step('bar', -1)}
        />
        <PlayerButton
          icon="tradeBack"
          label={t('replay.tradeBack')}
          hotkey="Alt Shift ←"
          onClick={() => replayClock.step('trade', -1)}
        />
        <PlayerButton
          icon={playing === -1 ? 'pause' : 'playBack'}
          label={t(playing === -1 ? 'replay.pause' : 'replay.playBack')}
          hotkey="Shift Space"
          isPressed={playing === -1}
          onClick={() => togglePlay(-1)}
        />
        <PlayerButton
          icon={playing === 1 ? 'pause' : 'play'}
          label={t(playing === 1 ? 'replay.pause' : 'replay.play')}
          hotkey="Space"
          isPressed={playing === 1}
          onClick={() => togglePlay(1)}
        />
        <PlayerButton
          icon="tradeOn"
          label={t('replay.tradeOn')}
          hotkey="Alt Shift →"
          onClick={() => replayClock.step('trade', 1)}
        />
        <PlayerButton
          icon="barOn"
          label={t('replay.barOn')}
          hotkey="Alt →"
          onClick={() => replayClock.step('bar', 1)}
        />
        <PlayerButton
          icon="minutesOn"
          label={t('replay.minutesOn', { minutes })}
          hotkey="]"
          onClick={() => replayClock.seekBy(minutesMs)}
        />
      </div>
      <Select
        aria-label={t('replay.minutesStep')}
        value={minutes}
        options={REPLAY_MINUTES.map((value) => ({ value, label: t('replay.minutes', { minutes: value }) }))}
        onChange={(value) => chooseMinutes(Number(value))}
      />
      <Select
        aria-label={t('replay.speed')}
        value={speed}
        options={REPLAY_SPEEDS.map((value) => ({ value, label: `${value}×` }))}
        onChange={(value) => replayClock.setSpeed(Number(value))}
      />
      <JumpMenu from={cutoff.t} />
      <IconButton icon="eye" label={t('replay.lesson')} onClick={startLesson} />
      <Button
        variant="outlined"
        aria-pressed={isPracticeOpen}
        aria-keyshortcuts="X"
        data-tip={t('replay.practiceHint')}
        data-tip-key="X"
        onClick={() => fold('practice', !isPracticeOpen)}
      >
        {t('replay.practice')}
      </Button>
      <span className={styles.note} role="status">
        {note}
      </span>
    </section>
  )
}

/** Signals, sessions and own alerts before and after the cutoff. The answer tells only their time. */
function JumpMenu({ from }: { readonly from: number }) {
  const { t } = useTranslation()
  const time = useTimeFormat()
  const applied = useOrder((state) => state.applied)
  const settings = useChartSettings((state) => state.indicators)
  const [isSearching, setSearching] = useState(false)

  const jump = async (kind: ReplayTargetQuery['kind'], direction: 'next' | 'previous') => {
    if (applied === null || isSearching) return
    replayClock.pause()
    setSearching(true)
    try {
      const query = { ...applied, kind, direction, settings: encodeSettings(settings) }
      let searched = from
      for (let i = 0; i < MAX_SEARCHES; i++) {
        const found = await call('GET /replay_target', { query: { ...query, from: searched } })
        if (found.t !== null) return replayClock.seek(found.t)
        if (found.searched === searched) break
        searched = found.searched
      }
      showToast(t(direction === 'next' ? 'replay.none' : 'replay.noneBefore', { time: time.moment(searched) }))
    } catch {
      // The failure was shown in a toast.
    } finally {
      setSearching(false)
    }
  }

  const item = (
    key: `${'next' | 'previous'}${'Signal' | 'Session' | 'Alert'}`,
    kind: ReplayTargetQuery['kind'],
    direction: 'next' | 'previous',
    close: () => void,
  ) => ({
    key,
    label: t(`replay.jumpTo.${key}`),
    onSelect() {
      close()
      void jump(kind, direction)
    },
  })
  return (
    <Dropdown
      label={t('replay.jump')}
      kind="menu"
      align="end"
      trigger={(props) => (
        <IconButton icon="clock" label={t('replay.jump')} aria-busy={isSearching || undefined} {...props} />
      )}
    >
      {(close) => (
        <Menu
          label={t('replay.jump')}
          items={[
            item('nextSignal', 'signal', 'next', close),
            item('previousSignal', 'signal', 'previous', close),
            item('nextSession', 'session', 'next', close),
            item('previousSession', 'session', 'previous', close),
            item('nextAlert', 'alert', 'next', close),
            item('previousAlert', 'alert', 'previous', close),
            {
              key: 'moment',
              label: t('replay.jumpTo.moment'),
              onSelect() {
                close()
                replayClock.pause()
                chooseReplay()
              },
            },
          ]}
        />
      )}
    </Dropdown>
  )
}
