import { useTranslation } from 'react-i18next'
import { Doors } from './doors.tsx'
import styles from './hero.module.css'

const FACTS = ['every', 'exact', 'live'] as const

/** The product in one sentence, and the call to action. */
export function Hero() {
  const { t } = useTranslation()
  return (
    <div>
      <h1 className={styles.title}>{t('home.hero.title')}</h1>
      <p className={styles.lead}>{t('home.hero.lead')}</p>
      <Doors more />
      <dl className={styles.facts}>
        {FACTS.map((name) => (
          <div key={name} className={styles.fact}>
            <dt>{t(`home.hero.facts.${name}.term`)}</dt>
            <dd>{t(`home.hero.facts.${name}.text`)}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
