import { useTranslation } from 'react-i18next'
import { Link, useLocation, useParams } from 'react-router'
import { useLanguage } from '../../shared/i18n/language.ts'
import { Icon } from '../../shared/ui/icons.tsx'
import { pictureOf } from '../../shared/ui/markdown/addresses.ts'
import { Markdown } from '../../shared/ui/markdown/markdown.tsx'
import { formatDay } from '../../shared/format/time.ts'
import type { Content } from './calls.ts'
import { ContentPage } from './content/content-page.tsx'
import { drawFigure } from './content/draw-figure.tsx'
import pageStyles from './content/content-page.module.css'
import parts from './content/parts.module.css'
import { Hero } from './content/hero.tsx'
import { useAddressedHeading } from './content/sections.ts'
import styles from './medias/medias.module.css'
import { OtherArticles } from './medias/other-articles.tsx'

/** /medias/:key: an article, and links to others. */
export function Page() {
  const { t } = useTranslation()
  const language = useLanguage()
  const { key = '' } = useParams()
  return (
    <ContentPage
      key={key}
      contentKey={key}
      column
      missing={<Missing />}
      before={() => (
        <Link className={parts.back} to="/medias">
          <Icon name="chevron" size={14} />
          {t('site.medias.all')}
        </Link>
      )}
      under={({ published_at }) => (
        <p className="flex flex-wrap gap-x-4 gap-y-1 items-center text-faint text-m">
          {formatDay(published_at, language)}
        </p>
      )}
    >
      {(content) => <Article content={content} />}
    </ContentPage>
  )
}

function Article({ content: { key, markdown, picture } }: { content: Content }) {
  const cover = picture === null ? null : pictureOf(picture)
  useAddressedHeading()
  return (
    <>
      {cover && <img className={styles.cover} src={cover.src} width={cover.width} height={cover.height} alt="" />}
      <Markdown text={markdown} figure={drawFigure} />
      <OtherArticles than={key} />
    </>
  )
}

/** Article not found, with links to others. */
function Missing() {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  return (
    <div className={`flex flex-col ${pageStyles.column}`}>
      <Hero title={t('site.medias.missing')} lead={t('site.medias.missingText', { path: pathname })} />
      <div className={pageStyles.body}>
        <OtherArticles than="" />
      </div>
    </div>
  )
}
