import { useTranslation } from 'react-i18next'
import { LinkButton } from '../../shared/ui/link-button.tsx'
import { Markdown } from '../../shared/ui/markdown/markdown.tsx'
import { ContentPage } from './content/content-page.tsx'
import styles from './content/parts.module.css'
import { splitSections } from './content/sections.ts'

/** /others/team: our principles, a card per heading of the text. */
export function Page() {
  const { t } = useTranslation()
  return (
    <ContentPage contentKey="team">
      {({ markdown }) => {
        const { intro, sections } = splitSections(markdown)
        return (
          <>
            {intro !== '' && (
              <div className="mb-9">
                <Markdown text={intro} />
              </div>
            )}
            <div className={styles.cards}>
              {sections.map(({ title, text }, index) => (
                <section key={title} className={styles.card}>
                  <span className="text-brand text-m font-semibold" aria-hidden="true">
                    {String(index + 1).padStart(2, '0')}
                  </span>
                  <h2 className={styles.cardTitle}>{title}</h2>
                  <Markdown text={text} />
                </section>
              ))}
            </div>
            <section className={styles.invitation}>
              <div>
                <h2 className={styles.cardTitle}>{t('site.team.nextHeading')}</h2>
                <p>{t('site.team.nextText')}</p>
              </div>
              <div className="flex flex-wrap gap-2">
                <LinkButton to="/others/contact">{t('site.team.contact')}</LinkButton>
                <LinkButton to="/map-load" variant="outlined">
                  {t('site.team.roadmap')}
                </LinkButton>
              </div>
            </section>
          </>
        )
      }}
    </ContentPage>
  )
}
