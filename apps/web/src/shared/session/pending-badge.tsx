import { useTranslation } from 'react-i18next'
import { Badge } from '../ui/badge.tsx'
import { usePendingReviews } from './pending-reviews.ts'

/** Number of orders that await review; only for administrators. */
export function PendingBadge() {
  const { t } = useTranslation()
  const count = usePendingReviews()
  return <Badge count={count} label={t('shell.pendingReviews', { count })} />
}
