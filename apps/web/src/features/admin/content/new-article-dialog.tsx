import { CONTENT_KEY, LANGUAGE_CODES } from '@flowprint/contract'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../../shared/i18n/language.ts'
import { TextField } from '../../../shared/forms/field.tsx'
import { useForm } from '../../../shared/forms/use-form.ts'
import { ActDialog } from '../parts/act-dialog.tsx'
import { ChoiceField } from '../parts/choice-field.tsx'
import { publicPath } from './entries.ts'

interface NewArticleDialogProps {
  readonly taken: readonly string[]
  readonly onStart: (key: string, language: string) => void
  readonly onClose: () => void
}

const PATTERN = new RegExp(CONTENT_KEY)

/** Asks for the key of a new article. Nothing is created before its text is saved. */
export function NewArticleDialog({ taken, onStart, onClose }: NewArticleDialogProps) {
  const { t } = useTranslation()
  const language = useLanguage()
  const form = useForm({
    initial: { key: '', language: language as string },
    rules: {
      key: [
        (value) => (PATTERN.test(value.trim()) ? null : t('admin.content.newDialog.wrong')),
        (value) => (taken.includes(value.trim()) ? t('admin.content.newDialog.taken') : null),
      ],
    },
    send: async (values) => onStart(values.key.trim(), values.language),
  })
  return (
    <ActDialog
      title={t('admin.content.newDialog.title')}
      form={form}
      submit={t('admin.content.newDialog.confirm')}
      stepUp={null}
      onClose={onClose}
      happens={<p>{t('admin.content.newDialog.text', { path: publicPath('media', form.values.key.trim() || '…') })}</p>}
    >
      <TextField
        form={form}
        name="key"
        label={t('admin.content.newDialog.key')}
        autoComplete="off"
        hint={t('admin.content.newDialog.hint')}
        autoFocus
      />
      <ChoiceField
        form={form}
        name="language"
        label={t('admin.content.newDialog.language')}
        options={LANGUAGE_CODES.map((code) => ({ value: code, label: t(`admin.content.languageName.${code}`) }))}
      />
    </ActDialog>
  )
}
