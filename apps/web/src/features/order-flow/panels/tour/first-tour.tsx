import { Suspense, useEffect, useState } from 'react'
import { call } from '../../../../shared/http/call.ts'
import { needWords } from '../../../../shared/i18n/setup.ts'
import { readText, STORAGE_KEYS, writeText } from '../../../../shared/local-store.ts'
import { useUser } from '../../../../shared/session/user.ts'
import { lazyPart } from '../../../../shared/ui/lazy-part.ts'

/**
 * Whether to show the tour: once per account, on any device. The browser remembers the account that saw it, to avoid a
 * request; the older value "seen" counts for the first account.
 */
function useTour(): { readonly isWanted: boolean; readonly finish: () => void } {
  const id = useUser(({ user }) => user?.id ?? null)
  const [wantedBy, setWantedBy] = useState<number | null>(null)

  useEffect(() => {
    if (id === null) return
    const known = readText(STORAGE_KEYS.tour)
    if (known === String(id)) return
    let isGone = false
    const isLegacy = known !== null && !/^\d+$/.test(known)
    call(isLegacy ? 'POST /finish_tour' : 'POST /tour', { toast: false }).then(
      ({ seen }) => {
        if (seen) writeText(STORAGE_KEYS.tour, String(id))
        else if (!isGone) setWantedBy(id)
      },
      () => undefined,
    ) // Retried on the next visit.
    return () => {
      isGone = true
    }
  }, [id])

  const finish = () => {
    setWantedBy(null)
    if (id === null) return
    void call('POST /finish_tour', { toast: false }).then(
      () => writeText(STORAGE_KEYS.tour, String(id)),
      () => undefined,
    )
  }
  return { isWanted: wantedBy !== null && wantedBy === id, finish }
}

const Tour = lazyPart(async () => {
  const [{ Tour }] = await Promise.all([import('./tour.tsx'), needWords('tour')])
  return { default: Tour }
})

/** The tour, for accounts that have not seen it; `isReady`: bars are loaded. */
export function FirstTour({ isReady }: { isReady: boolean }) {
  const tour = useTour()
  return isReady && tour.isWanted ? (
    <Suspense fallback={null}>
      <Tour onDone={tour.finish} />
    </Suspense>
  ) : null
}
