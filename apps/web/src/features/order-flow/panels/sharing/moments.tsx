import { Suspense, type RefObject, useEffect, useEffectEvent } from 'react'
import { needWords } from '../../../../shared/i18n/setup.ts'
import { lazyPart } from '../../../../shared/ui/lazy-part.ts'
import type { ChartController } from '../../chart/chart-controller.ts'
import { type MomentRequest, useMomentRequests } from '../../model/moment-requests.ts'
import type { TimedRequest } from './copy-moment.ts'

const loadDialogs = async () => (await Promise.all([import('./moment-dialogs.tsx'), needWords('moments')]))[0]
const NoteDialog = lazyPart(async () => ({ default: (await loadDialogs()).NoteDialog }))
const LinkDialog = lazyPart(async () => ({ default: (await loadDialogs()).LinkDialog }))
const MyMoments = lazyPart(async () => {
  const [{ MyMoments: component }] = await Promise.all([import('./my-moments.tsx'), needWords('moments')])
  return { default: component }
})

const close = () => useMomentRequests.setState({ request: null, isListing: false, link: null })

const isTimed = (request: MomentRequest): request is TimedRequest => !('bar' in request.at)

/** Copies the moments that the page asks for, and lists the own ones. */
export function Moments({ controller }: { readonly controller: RefObject<ChartController | null> }) {
  const { request, isListing, link } = useMomentRequests()

  const copy = (wanted: TimedRequest, note: string) => {
    close()
    const chart = controller.current
    const range = chart?.scope === wanted.scope ? chart.visibleTimes() : null
    void import('./copy-moment.ts').then(({ copyMoment }) => copyMoment(wanted, note, range))
  }
  const accept = useEffectEvent(async (wanted: MomentRequest) => {
    if (!isTimed(wanted)) {
      const chart = controller.current
      if (!('bar' in wanted.at) || chart?.scope !== wanted.scope) return close()
      const { cutoffOfBar } = await import('./copy-moment.ts')
      const at = { cutoff: cutoffOfBar(chart, wanted.at.bar, Date.now()) }
      return useMomentRequests.setState({ request: { ...wanted, at } })
    }
    if (!wanted.isAsking) copy(wanted, '')
  })
  useEffect(() => {
    if (request !== null) void accept(request)
  }, [request])

  return (
    <Suspense fallback={null}>
      {request?.isAsking && isTimed(request) && (
        <NoteDialog request={request} onClose={close} onCopy={(note) => copy(request, note)} />
      )}
      {isListing && <MyMoments onClose={close} />}
      {link !== null && <LinkDialog link={link} onClose={close} />}
    </Suspense>
  )
}
