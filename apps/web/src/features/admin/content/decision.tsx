import type { AdminContent, ContentKind } from '@flowprint/contract'
import type { Language } from '@flowprint/messages'
import { useTranslation } from 'react-i18next'
import { Confirm } from '../../../shared/ui/confirm.tsx'
import styles from './content.module.css'
import { shownOf } from './entries.ts'
import { publicPath } from './public-path.ts'

interface DecisionProps {
  readonly act: 'publish' | 'withdraw'
  readonly contentKey: string
  readonly kind: ContentKind
  readonly language: Language
  readonly title: string
  readonly content: AdminContent | null
  readonly onConfirm: () => void
  readonly onCancel: () => void
}

/** What visitors will see from now on. */
export function Decision({ act, contentKey, kind, language: code, title, content, onConfirm, onCancel }: DecisionProps) {
  const { t } = useTranslation()
  const path = publicPath(kind, contentKey)
  const language = t(`admin.content.languageName.${code}`)
  const shown = content === null ? 'hidden' : shownOf(content)
  return (
    <Confirm title={t(act === 'publish' ? 'admin.content.save.publishTitle' : 'admin.content.save.withdrawTitle', { title })}
      confirm={t(act === 'publish' ? 'admin.content.save.publish' : 'admin.content.save.withdraw')} onConfirm={onConfirm} onCancel={onCancel}>
      <div className={styles.decision}>
        {act === 'publish' ? (
          <>
            <p>{t('admin.content.save.publishText', { path, language })}</p>
            {shown === 'shipped' && <p>{t('admin.content.save.publishShipped')}</p>}
            {shown === 'published' && <p>{t('admin.content.save.publishBefore', { version: content?.published_version })}</p>}
          </>
        ) : (
          <>
            <p>{t(content?.shipped ? 'admin.content.save.withdrawPage' : 'admin.content.save.withdrawMedia', { path, language })}</p>
            <p>{t('admin.content.save.withdrawKept')}</p>
          </>
        )}
      </div>
    </Confirm>
  )
}
