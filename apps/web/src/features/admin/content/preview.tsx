import { useTranslation } from 'react-i18next'
import { useProductName } from '../../../shared/site-settings.ts'
import { pictureOf } from '../../../shared/ui/markdown/addresses.ts'
import { Markdown } from '../../../shared/ui/markdown/markdown.tsx'
import styles from './content.module.css'
import { type Draft, PRODUCT } from './draft.ts'

export interface PreviewProps {
  readonly draft: Draft
  readonly language: string
}

/** Preview with the component of the public page. Loaded lazily (late-preview.tsx). */
export function Preview({ draft, language }: PreviewProps) {
  const { t } = useTranslation()
  const product = useProductName()
  const [title, summary, markdown] = [draft.title, draft.summary, draft.markdown].map((text) =>
    text.replaceAll(PRODUCT, product),
  )
  const { picture } = draft
  const cover = picture === null ? null : pictureOf(picture)
  if (title === '' && summary === '' && markdown === '' && cover === null)
    return <p className="text-faint">{t('admin.content.previewEmpty')}</p>
  return (
    <article className="max-w-[760px] mx-auto" lang={language === 'zh' ? 'zh-CN' : 'en'}>
      {title !== '' && <h2 className={styles.articleTitle}>{title}</h2>}
      {summary !== '' && <p className="mb-5 text-muted text-xl wrap-anywhere">{summary}</p>}
      {cover !== null && (
        <img
          className="block w-full h-auto mb-6 rounded-md"
          src={cover.src}
          alt=""
          width={cover.width}
          height={cover.height}
        />
      )}
      <Markdown text={markdown} />
    </article>
  )
}
