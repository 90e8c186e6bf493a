/**
 * The forms' adapter to react-hook-form: values, field errors and submission.
 *
 *   const form = useForm({
 *     initial: { email: '', password: '' },
 *     rules: { email: [required(t('…')), isEmail(t('…'))], password: [required(t('…'))] },
 *     send: async ({ email, password }) => {
 *       const { token } = await call('POST /login', { body: { email, password }, toast: false })
 *       signIn(token)
 *     },
 *   })
 *   <Form form={form} submit={t('…')}> <TextField form={form} name="email" … /> … </Form>
 *
 * An error shows once its field lost focus (or submission was tried) and clears when the value is valid. Field errors
 * of the server (`data.fields`) show at those fields; other failures show one toast, unless `failed` handles them.
 * Errors of the whole form (`incomplete`, a text from `failed`) show above the button.
 */
import { useForm as useHookForm, useWatch, type FieldErrors } from 'react-hook-form'
import { CallFailure } from '../http/envelope.ts'
import { endsHere, showFailure } from '../http/failures.ts'
import { fieldFaults } from './field-faults.ts'
import type { Rule } from './rules.ts'

type Texts = Readonly<Record<string, string>>

interface FormPlan<Values extends Texts> {
  readonly initial: Values
  readonly rules?: { readonly [Name in keyof Values]?: readonly Rule<Values>[] }
  /** Must make its calls with `toast: false`. */
  readonly send: (values: Values) => Promise<void>
  /**
   * True: the failure was handled (a second factor is requested …). A text shows above the button; field errors show at
   * their fields.
   */
  readonly failed?: (failure: CallFailure) => boolean | string | Partial<Record<keyof Values, string>>
  /** Shown above the button when a required field was empty on submission. */
  readonly incomplete?: string
}

export interface FormState<Values extends Texts> {
  readonly values: Values
  readonly busy: boolean
  readonly set: (name: keyof Values, value: string) => void
  /** The field lost focus: show its errors from now on. */
  readonly leave: (name: keyof Values) => void
  /** The field's error, or null. */
  readonly faultOf: (name: keyof Values) => string | null
  /** The message above the button, or null. */
  readonly notice: string | null
  /** Submits; returns the first invalid field, by the rules or by the server, or null. */
  readonly submit: () => Promise<keyof Values | null>
}

/** Marks errors of the server. Rule errors are computed while rendering, so that they follow values and language. */
const SERVER = 'server'

export function useForm<Values extends Texts>(plan: FormPlan<Values>): FormState<Values> {
  'use no memo' // formState is a proxy that subscribes to what is read from it.
  const names = Object.keys(plan.initial)

  const brokenRule = (name: string, values: Texts): string | null => {
    for (const rule of plan.rules?.[name] ?? []) {
      const fault = rule(values[name], values as Values)
      if (fault !== null) return fault
    }
    return null
  }

  const form = useHookForm<Record<string, string>>({
    defaultValues: plan.initial,
    shouldFocusError: false,
    reValidateMode: 'onSubmit',
    resolver: (values) => {
      const errors: FieldErrors<Record<string, string>> = {}
      for (const name of names) {
        const message = brokenRule(name, values)
        if (message !== null) errors[name] = { type: 'rule', message }
      }
      return Object.keys(errors).length === 0 ? { values, errors: {} } : { values: {}, errors }
    },
  })
  const { errors, isSubmitting, isSubmitted, touchedFields } = form.formState
  const values = useWatch({ control: form.control }) as Values

  /** Shows errors at their fields; returns the first invalid one. */
  const refuse = (faults: Readonly<Record<string, string | undefined>>) => {
    for (const [name, message] of Object.entries(faults)) if (message) form.setError(name, { type: SERVER, message })
    return names.find((name) => faults[name] !== undefined) ?? null
  }

  const send = async (sent: Texts): Promise<string | null> => {
    try {
      await plan.send(sent as Values)
    } catch (error) {
      if (endsHere(error)) return null
      const faults = fieldFaults(error, names)
      if (faults) return refuse(faults)
      const dealt = error instanceof CallFailure && plan.failed?.(error)
      if (typeof dealt === 'object') return refuse(dealt)
      if (typeof dealt === 'string') form.setError('root', { type: SERVER, message: dealt })
      else if (!dealt) showFailure(error)
    }
    return null
  }

  const submit = async () => {
    if (isSubmitting) return null
    let wrong: string | null = null
    await form.handleSubmit(
      async (sent) => {
        wrong = await send(sent)
      },
      (broken) => {
        wrong = names.find((name) => broken[name] !== undefined) ?? null
      },
    )()
    return wrong
  }

  const isIncomplete = () => names.some((name) => values[name].trim() === '' && brokenRule(name, values) !== null)

  return {
    values,
    busy: isSubmitting,
    set: (name, value) => {
      form.setValue(String(name), value, { shouldDirty: true })
      form.clearErrors([String(name), 'root'])
    },
    leave: (name) => form.setValue(String(name), values[name], { shouldTouch: true }),
    faultOf: (name) => {
      const error = errors[String(name)]
      if (error?.type === SERVER) return error.message ?? null
      return isSubmitted || touchedFields[String(name)] ? brokenRule(String(name), values) : null
    },
    notice:
      errors.root?.message ?? (isSubmitted && plan.incomplete !== undefined && isIncomplete() ? plan.incomplete : null),
    submit,
  }
}
