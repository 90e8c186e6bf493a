import { useTranslation } from 'react-i18next'
import { Icon } from '../../../shared/ui/icons.tsx'
import type { OwnWords } from '../field-rules.ts'
import styles from './password.module.css'
import { PASSWORD_RULES, ruleStates } from './rule-states.ts'

interface PasswordRulesProps {
  readonly password: string
  readonly min: number
  readonly ownWords: OwnWords
}

/** The password rules, checked off as they are met. */
export function PasswordRules({ password, min, ownWords }: PasswordRulesProps) {
  const { t } = useTranslation()
  const states = ruleStates(password, min, ownWords)
  return (
    <ul className="flex pb-2.5 flex-col gap-0.5 text-faint text-s" aria-label={t('accounts.form.rules.label')}>
      {PASSWORD_RULES.map((rule) => {
        const state = states[rule]
        const known = state === 'met' || state === 'unmet'
        return (
          <li key={rule} className={known ? `${styles.rule} ${styles[state]}` : styles.rule}>
            {known ? <Icon name={state === 'met' ? 'check' : 'close'} size={12} /> : <span className={styles.dot} />}
            {t(`accounts.form.rules.${rule}`, { min })}
            {state !== 'open' && <span className="visually-hidden">{`(${t(`accounts.form.rules.${state}`)})`}</span>}
          </li>
        )
      })}
    </ul>
  )
}
