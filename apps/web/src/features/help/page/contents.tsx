import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import styles from '../help.module.css'
import { GROUPS, topicPath, type Slug } from '../topics.ts'
import { useTexts } from '../texts.ts'

/** Every topic, the current one marked. */
export function Contents({ current }: { current: Slug | null }) {
  const { t } = useTranslation()
  const texts = useTexts()
  return (
    <nav className={styles.contents} aria-label={t('help.contents')}>
      {GROUPS.map(({ key, topics }) => (
        <div key={key} className={styles.part}>
          <p className="px-2.5 pb-1 text-faint text-s font-semibold" id={`contents-${key}`}>
            {t(`help.group.${key}`)}
          </p>
          <ul aria-labelledby={`contents-${key}`}>
            {topics.map((slug) => (
              <li key={slug}>
                <Link
                  to={topicPath(slug)}
                  className={styles.entry}
                  aria-current={slug === current ? 'page' : undefined}
                >
                  {texts[slug].title}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  )
}
