import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { Icon } from '../../../shared/ui/icons.tsx'
import { Section } from '../section.tsx'
import styles from './questions.module.css'

const QUESTIONS = ['signal', 'data', 'real', 'formulas', 'pay', 'install'] as const

export function Questions() {
  const { t } = useTranslation()
  return (
    <Section heading={t('home.faq.heading')}>
      <div className="max-w-[920px] mt-6 border-t border-line">
        {QUESTIONS.map((name) => (
          <details key={name} className={styles.item}>
            <summary className={styles.question}>
              {t(`home.faq.${name}.question`)}
              <Icon name="chevron" />
            </summary>
            <p className="max-w-[72ch] pb-4 text-muted leading-[1.7] text-pretty">{t(`home.faq.${name}.answer`)}</p>
          </details>
        ))}
      </div>
      <p className="mt-4">
        <Link to="/help">{t('home.faq.more')}</Link>
      </p>
    </Section>
  )
}
