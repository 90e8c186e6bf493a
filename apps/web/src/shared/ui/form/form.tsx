import { useRef, type ReactNode, type SyntheticEvent } from 'react'
import styles from './form.module.css'
import { KitButton } from './kit.tsx'
import type { FormState } from './use-form.ts'

interface FormProps<Values extends Readonly<Record<string, string>>> {
  readonly form: FormState<Values>
  /** What stands on the button that sends. */
  readonly submit: string
  readonly disabled?: boolean
  /** Under the button that sends. */
  readonly below?: ReactNode
  readonly children: ReactNode
}

/** One column of fields with the button that sends; Enter in a field sends too. What is wrong gets the focus. */
export function Form<Values extends Readonly<Record<string, string>>>({
  form,
  submit,
  disabled,
  below,
  children,
}: FormProps<Values>) {
  const element = useRef<HTMLFormElement>(null)
  const onSubmit = async (event: SyntheticEvent) => {
    event.preventDefault()
    const wrong = await form.submit()
    if (wrong === null) return
    const field = element.current?.elements.namedItem(String(wrong))
    // Fields take no notice of the focus while the form is being sent, and what it answers is drawn a moment later.
    if (field instanceof HTMLElement) requestAnimationFrame(() => field.focus())
  }
  return (
    <form ref={element} className={styles.form} noValidate onSubmit={(event) => void onSubmit(event)}>
      {children}
      {form.notice !== null && (
        <p className={styles.notice} role="alert">
          {form.notice}
        </p>
      )}
      {/* Without its tag a button that is switched off would be no button. */}
      <KitButton tag="button" type="submit" theme="primary" size="large" block loading={form.busy} disabled={disabled}>
        {submit}
      </KitButton>
      {below}
    </form>
  )
}
