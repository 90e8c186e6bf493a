import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyPart } from '../../../shared/ui/lazy-part.ts'
import type { PreviewProps } from './preview.tsx'

/** Lazy Markdown preview: neither the list nor the editor waits for it. */
const Shown = lazyPart(async () => ({ default: (await import('./preview.tsx')).Preview }))

export function Preview(props: PreviewProps) {
  const { t } = useTranslation()
  return (
    <Suspense
      fallback={
        <p className="text-faint" role="status">
          {t('admin.frame.loading')}
        </p>
      }
    >
      <Shown {...props} />
    </Suspense>
  )
}
