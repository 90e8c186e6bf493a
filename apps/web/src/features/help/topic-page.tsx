import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router'
import { Markdown } from '../../shared/ui/markdown/markdown.tsx'
import styles from './help.module.css'
import { drawFigure } from './page/draw-figure.tsx'
import { HelpFrame } from './page/help-frame.tsx'
import { Neighbours } from './page/neighbours.tsx'
import { OnThisPage } from './page/on-this-page.tsx'
import { useAnchor, useHelpTitle } from './page/use-help-page.ts'
import { isSlug, topicPath, type Slug } from './topics.ts'
import { useTexts } from './texts.ts'

/** /help/:topic */
export function Page() {
  const { topic } = useParams()
  return isSlug(topic) ? <TopicPage slug={topic} /> : <UnknownTopic topic={topic ?? ''} />
}

function TopicPage({ slug }: { slug: Slug }) {
  const { t } = useTranslation()
  const { title, summary, sections } = useTexts()[slug]
  useHelpTitle(title)
  useAnchor()
  return (
    <HelpFrame current={slug} aside={<OnThisPage slug={slug} sections={sections} />}>
      <nav className="mb-1 text-m" data-screen="" aria-label={t('help.back')}>
        <Link to="/help">{t('help.back')}</Link>
      </nav>
      <h1 className={styles.heading}>{title}</h1>
      <p className={styles.lead}>{summary}</p>
      {sections.map(({ id, title: heading, text }) => (
        <section key={id} className={styles.section} aria-labelledby={id || undefined}>
          {id && (
            <h2 id={id} className={styles.sectionHeading}>
              <Link to={topicPath(slug, id)}>{heading}</Link>
            </h2>
          )}
          <Markdown text={text} figure={drawFigure} />
        </section>
      ))}
      <Neighbours slug={slug} />
    </HelpFrame>
  )
}

function UnknownTopic({ topic }: { topic: string }) {
  const { t } = useTranslation()
  useHelpTitle(null)
  return (
    <HelpFrame current={null}>
      <h1 className={styles.heading}>{t('help.unknown.heading')}</h1>
      <p className={styles.lead}>{t('help.unknown.text', { topic })}</p>
      <p>
        <Link to="/help">{t('help.back')}</Link>
      </p>
    </HelpFrame>
  )
}
