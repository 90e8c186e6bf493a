import { MAX_REMARK_LENGTH, type AdminContent, type ContentKind } from '@flowprint/contract'
import type { Language } from '@flowprint/i18n'
import { useTranslation } from 'react-i18next'
import { required } from '../../../shared/forms/rules.ts'
import { useForm } from '../../../shared/forms/use-form.ts'
import { ActDialog } from '../parts/act-dialog.tsx'
import { TextArea } from '../../../shared/forms/field.tsx'
import { publicPath, shownOf } from './entries.ts'

interface DecisionProps {
  readonly act: 'publish' | 'withdraw'
  readonly contentKey: string
  readonly kind: ContentKind
  readonly language: Language
  readonly title: string
  readonly content: AdminContent | null
  readonly onConfirm: (remark: string) => void
  readonly onCancel: () => void
}

/** Publishes or withdraws a text. */
export function Decision({
  act,
  contentKey,
  kind,
  language: code,
  title,
  content,
  onConfirm,
  onCancel,
}: DecisionProps) {
  const { t } = useTranslation()
  const path = publicPath(kind, contentKey)
  const language = t(`admin.content.languageName.${code}`)
  const shown = content === null ? 'hidden' : shownOf(content)
  const form = useForm({
    initial: { remark: '' },
    rules: { remark: [required(t('admin.frame.remarkNeeded'))] },
    send: async ({ remark }) => onConfirm(remark.trim()),
  })
  return (
    <ActDialog
      title={t(act === 'publish' ? 'admin.content.save.publishTitle' : 'admin.content.save.withdrawTitle', { title })}
      form={form}
      submit={t(act === 'publish' ? 'admin.content.save.publish' : 'admin.content.save.withdraw')}
      stepUp={null}
      onClose={onCancel}
      happens={
        act === 'publish' ? (
          <>
            <p>{t('admin.content.save.publishText', { path, language })}</p>
            {shown === 'shipped' && <p>{t('admin.content.save.publishShipped')}</p>}
            {shown === 'published' && (
              <p>{t('admin.content.save.publishBefore', { version: content?.published_version })}</p>
            )}
          </>
        ) : (
          <>
            <p>
              {t(content?.shipped ? 'admin.content.save.withdrawPage' : 'admin.content.save.withdrawMedia', {
                path,
                language,
              })}
            </p>
            <p>{t('admin.content.save.withdrawKept')}</p>
          </>
        )
      }
    >
      <TextArea
        form={form}
        name="remark"
        label={t('admin.frame.remark')}
        max={MAX_REMARK_LENGTH}
        hint={t('admin.frame.remarkHint')}
      />
    </ActDialog>
  )
}
