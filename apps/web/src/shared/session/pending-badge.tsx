import { useTranslation } from 'react-i18next'
import { Badge } from '../ui/badge.tsx'
import { usePendingReviews } from './pending-reviews.ts'

/** How many orders wait for a review, at the entries that lead to them; nothing for everybody but administrators. */
export function PendingBadge() {
  const { t } = useTranslation()
  const count = usePendingReviews()
  return <Badge count={count} label={t('shell.pendingReviews', { count })} />
}
