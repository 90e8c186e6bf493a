import type { LessonView } from '@flowprint/contract'
import { useEffect, useEffectEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../../shared/ui/button.tsx'
import { copyText } from '../../../../shared/ui/copy-text.ts'
import { useChartScope } from '../../model/chart-scope.ts'
import { useLessonLink } from '../../model/lesson-link.ts'
import { useMarket } from '../../model/market-store.ts'
import { useAddress } from '../../model/selection-url.ts'
import { type LessonReplay, onOwnMove, showMoment, showView } from './follow-leader.ts'
import { lessonSession, readStoredLesson, useLesson } from './lesson-session.ts'
import styles from './lesson-bar.module.css'

/** Opens what a link or a menu asks for, or continues the lesson of this tab. */
function useOpenLesson(): void {
  const asked = useLessonLink()
  useEffect(() => {
    const { id, isStarting } = asked
    if (id === null && !isStarting) return
    useLessonLink.setState({ id: null, isStarting: false })
    const { role, over } = useLesson.getState()
    const isLeading = role === 'leading' && over === null
    if (isStarting && !isLeading) lessonSession.lead(null)
    // The leader's own link.
    else if (id !== null && !(isLeading && useLesson.getState().id === id)) lessonSession.follow(id)
  }, [asked])
  useEffect(() => {
    const { id, isStarting } = useLessonLink.getState()
    const stored = readStoredLesson()
    if (id === null && !isStarting && stored !== null && useLesson.getState().role === null) {
      if (stored.role === 'leading') lessonSession.lead(stored.key)
      else lessonSession.follow(stored.id)
    }
    return () => {
      lessonSession.close()
      useLesson.setState({ role: null })
    }
  }, [])
}

/** Shows what the leader sees, until the follower moves. */
function useFollow(replay: LessonReplay): void {
  const scope = useChartScope()
  const address = useAddress()
  const { role, isFollowing, view, moment } = useLesson()
  const hasMeta = useMarket(({ meta }) => meta !== null)
  const follows = role === 'following' && isFollowing
  // The cutoff first: the next market opens in the replay.
  useEffect(() => {
    if (!follows || moment === null || !hasMeta) return
    const isDelayed = showMoment(scope, replay, moment)
    if (isDelayed !== null && useLesson.getState().isDelayed !== isDelayed) useLesson.setState({ isDelayed })
  }, [follows, moment, hasMeta, scope, replay])
  const showMarket = useEffectEvent((shown: LessonView) => showView(scope, shown, address))
  useEffect(() => {
    if (follows && view !== null && hasMeta) showMarket(view)
  }, [follows, view, hasMeta])
  useEffect(
    () =>
      follows
        ? onOwnMove(
            scope,
            () => useLesson.getState().view,
            () => lessonSession.setFollowing(false),
          )
        : undefined,
    [follows, scope],
  )
}

/** What the bar says, and its buttons. */
export function LessonBar({ replay }: { readonly replay: LessonReplay }) {
  const { t } = useTranslation()
  const lesson = useLesson()
  useOpenLesson()
  useFollow(replay)
  const { role, id, over, isFollowing, connection, moment, isAway, isDelayed, followers } = lesson
  if (role === null) return null
  const leave = () => lessonSession.leave()
  const isOpen = connection === 'open' && (role === 'leading' ? id !== null : moment !== null)
  const playing = moment?.cutoff && !isAway ? moment.playing : 0
  const speed = moment?.speed ?? 1

  return (
    <section
      className={styles.bar}
      aria-label={t('replay.lessons.title')}
      data-role={role}
      data-following={isFollowing}
    >
      <strong className={styles.label}>{t('replay.lessons.title')}</strong>
      <span className={styles.state} role="status">
        {over !== null
          ? t(`replay.lessons.over.${over}`)
          : connection === 'offline' || connection === 'reconnecting'
            ? t('replay.lessons.reconnecting')
            : !isOpen
              ? t('replay.lessons.connecting')
              : role === 'leading'
                ? t('replay.lessons.leading')
                : isAway
                  ? t('replay.lessons.away')
                  : t(isFollowing ? 'replay.lessons.following' : 'replay.lessons.notFollowing')}
      </span>
      {over === null && isOpen && (
        <>
          {role === 'leading' && (
            <span className={styles.detail}>{t('replay.lessons.followers', { count: followers })}</span>
          )}
          {role === 'following' && playing !== 0 && (
            <span className={styles.detail}>
              {t(playing === 1 ? 'replay.lessons.speed' : 'replay.lessons.speedBack', { speed })}
            </span>
          )}
          {isDelayed && <span className={styles.note}>{t('replay.lessons.delayed')}</span>}
        </>
      )}
      <div className={styles.buttons}>
        {over !== null ? (
          <Button onClick={leave}>{t('replay.lessons.close')}</Button>
        ) : role === 'leading' ? (
          <>
            <Button
              variant="primary"
              disabled={id === null}
              onClick={() => void copyText(new URL(`/order?lesson=${id}`, location.origin).href)}
            >
              {t('replay.lessons.copyLink')}
            </Button>
            <Button variant="outlined" onClick={leave}>
              {t('replay.lessons.end')}
            </Button>
          </>
        ) : (
          <>
            <Button
              variant={isFollowing ? 'outlined' : 'primary'}
              onClick={() => lessonSession.setFollowing(!isFollowing)}
            >
              {t(isFollowing ? 'replay.lessons.stop' : 'replay.lessons.follow')}
            </Button>
            <Button variant="outlined" onClick={leave}>
              {t('replay.lessons.leave')}
            </Button>
          </>
        )}
      </div>
    </section>
  )
}
