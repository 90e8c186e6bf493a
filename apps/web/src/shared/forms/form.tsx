import { useRef, type ReactNode, type SyntheticEvent } from 'react'
import { Button } from '../ui/button.tsx'
import styles from './form.module.css'
import type { FormState } from './use-form.ts'
import { Callout } from '../../shared/ui/callout.tsx'

interface FormProps<Values extends Readonly<Record<string, string>>> {
  readonly form: FormState<Values>
  /** Label of the submit button. */
  readonly submit: string
  readonly disabled?: boolean
  /** Content under the submit button. */
  readonly below?: ReactNode
  readonly children: ReactNode
}

/** A column of fields with a submit button; Enter submits too. The first invalid field receives focus. */
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
    // Fields are disabled while submitting, so focus the invalid one after the next render.
    if (field instanceof HTMLElement) requestAnimationFrame(() => field.focus())
  }
  return (
    <form ref={element} className={styles.form} noValidate onSubmit={(event) => void onSubmit(event)}>
      {children}
      {form.notice !== null && (
        <Callout tone="bad" role="alert">
          {form.notice}
        </Callout>
      )}
      <Button type="submit" variant="primary" size="field" loading={form.busy} disabled={disabled}>
        {submit}
      </Button>
      {below}
    </form>
  )
}
