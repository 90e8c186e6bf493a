import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { needWords } from '../../../shared/i18n/setup.ts'
import { IconButton } from '../../../shared/ui/button.tsx'
import { lazyPart } from '../../../shared/ui/lazy-part.ts'
import { type MomentRequest, requestMoment } from '../model/moment-requests.ts'

interface MomentButtonProps {
  /** What the row or card is about. */
  readonly request: MomentRequest
  /** Outside the tab order: the list around it has a key. */
  readonly isMouseOnly?: boolean
}

function Copy({ request, isMouseOnly = false }: MomentButtonProps) {
  const { t } = useTranslation()
  return (
    <IconButton
      icon="link"
      label={t('moments.copy')}
      tabIndex={isMouseOnly ? -1 : undefined}
      onClick={(event) => {
        event.stopPropagation()
        requestMoment(request)
      }}
    />
  )
}

const CopyWithWords = lazyPart(async () => {
  await needWords('moments')
  return { default: Copy }
})

/** Copies a link to a moment. */
export function MomentButton(props: MomentButtonProps) {
  return (
    <Suspense fallback={null}>
      <CopyWithWords {...props} />
    </Suspense>
  )
}
