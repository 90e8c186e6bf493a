import { MAX_CONTENT_SUMMARY_LENGTH, MAX_CONTENT_TITLE_LENGTH, MARKDOWN_MAX_BYTES } from '@flowprint/contract'
import type { Language } from '@flowprint/i18n'
import { useTranslation } from 'react-i18next'
import styles from './content.module.css'
import { CoverField } from './cover-field.tsx'
import { barePictures, bytesOf, type Draft, type DraftFault, type DraftFaults, oneLine } from './draft.ts'
import { MarkdownField } from './markdown-field.tsx'
import { sizeText, type Uploads } from './uploads.ts'
import { TextLine } from './text-line.tsx'

interface FieldsProps {
  readonly draft: Draft
  readonly faults: DraftFaults
  readonly language: Language
  readonly isBusy: boolean
  readonly uploads: Uploads
  readonly coverUploads: Uploads
  readonly onChange: (changes: Partial<Draft>) => void
}

/** The editable fields. */
export function Fields({ draft, faults, language, isBusy, uploads, coverUploads, onChange }: FieldsProps) {
  const { t } = useTranslation()
  const lang = language === 'zh' ? 'zh-CN' : 'en'
  const size = bytesOf(draft.markdown)
  const said = (fault: DraftFault | undefined) => {
    if (fault === undefined) return null
    const max = {
      titleLong: MAX_CONTENT_TITLE_LENGTH,
      summaryLong: MAX_CONTENT_SUMMARY_LENGTH,
      textLong: sizeText(MARKDOWN_MAX_BYTES),
    }
    return t(`admin.content.fault.${fault}`, {
      max: fault in max ? max[fault as keyof typeof max] : '',
      size: sizeText(size),
    })
  }
  const bare = barePictures(draft.markdown)
  return (
    <div className={styles.fields}>
      <TextLine
        name="title"
        label={t('admin.content.field.title')}
        value={draft.title}
        fault={said(faults.title)}
        isBusy={isBusy}
        lang={lang}
        onChange={(title) => onChange({ title: oneLine(title) })}
      />
      <div className={styles.pair}>
        <TextLine
          name="summary"
          label={t('admin.content.field.summary')}
          value={draft.summary}
          fault={said(faults.summary)}
          rows={2}
          isBusy={isBusy}
          lang={lang}
          hint={t('admin.content.field.summaryHint')}
          onChange={(summary) => onChange({ summary: oneLine(summary) })}
        />
        <CoverField
          value={draft.picture}
          uploads={coverUploads}
          isBusy={isBusy}
          onChange={(picture) => onChange({ picture })}
        />
      </div>
      <MarkdownField
        value={draft.markdown}
        fault={said(faults.markdown)}
        uploads={uploads}
        isBusy={isBusy}
        language={lang}
        note={bare > 0 ? t('admin.content.picture.bare', { count: bare }) : undefined}
        onChange={(markdown) => onChange({ markdown })}
      />
    </div>
  )
}
