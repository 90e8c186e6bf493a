import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import styles from './help.module.css'
import { HelpFrame } from './page/help-frame.tsx'
import { useHelpTitle } from './page/use-help-page.ts'
import { GROUPS, topicPath } from './topics.ts'
import { useTexts } from './texts.ts'

/** /help: every topic with what it is about. */
export function Page() {
  const { t } = useTranslation()
  const texts = useTexts()
  useHelpTitle(null)
  return (
    <HelpFrame current={null}>
      <h1 className={styles.heading}>{t('help.heading')}</h1>
      <p className={styles.lead}>{t('help.lead')}</p>
      {GROUPS.map(({ key, topics }) => (
        <section key={key} className="mb-8" aria-labelledby={`group-${key}`}>
          <h2 id={`group-${key}`} className="mb-3 text-xl font-[620]">
            {t(`help.group.${key}`)}
          </h2>
          <ul className="grid grid-cols-[repeat(auto-fill,minmax(250px,1fr))] gap-3">
            {topics.map((slug) => (
              <li key={slug}>
                <Link to={topicPath(slug)} className={styles.card}>
                  <span className="text-default font-semibold">{texts[slug].title}</span>
                  <span className="text-muted text-m">{texts[slug].summary}</span>
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </HelpFrame>
  )
}
