import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../ui/icons.tsx'
import { TextField, type FieldProps } from './field.tsx'
import styles from './form.module.css'

/** A password field with a visibility toggle. Pasting is allowed. */
export function PasswordField<Values extends Readonly<Record<string, string>>>(props: FieldProps<Values>) {
  const { t } = useTranslation()
  const [shown, setShown] = useState(false)
  const label = t(shown ? 'common.hidePassword' : 'common.showPassword')
  return (
    <TextField
      {...props}
      type={shown ? 'text' : 'password'}
      suffix={
        <button
          type="button"
          className={styles.reveal}
          aria-label={label}
          data-tip={label}
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
        >
          <Icon name={shown ? 'eyeOff' : 'eye'} />
        </button>
      }
    />
  )
}
