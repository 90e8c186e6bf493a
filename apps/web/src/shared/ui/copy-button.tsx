import { useTranslation } from 'react-i18next'
import { IconButton } from './button.tsx'
import { copyText } from './copy-text.ts'

/** Copies a text. `what` is its name for screen readers. */
export function CopyButton({ text, what }: { text: string; what: string }) {
  const { t } = useTranslation()
  return (
    <IconButton icon="copy" label={t('business.copy', { what })} data-copy="" onClick={() => void copyText(text)} />
  )
}
