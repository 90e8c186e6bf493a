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
        <section key={key} className={styles.group} aria-labelledby={`group-${key}`}>
          <h2 id={`group-${key}`} className={styles.groupHeading}>
            {t(`help.group.${key}`)}
          </h2>
          <ul className={styles.cards}>
            {topics.map((slug) => (
              <li key={slug}>
                <Link to={topicPath(slug)} className={styles.card}>
                  <span className={styles.cardTitle}>{texts[slug].title}</span>
                  <span className={styles.cardText}>{texts[slug].summary}</span>
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </HelpFrame>
  )
}
