/**
 * State of a form: values, field errors and submission.
 *
 *   const form = useForm({
 *     initial: { email: '', password: '' },
 *     rules: { email: [required(t('…')), isEmail(t('…'))], password: [required(t('…'))] },
 *     send: async ({ email, password }) => {
 *       const { token } = await call('POST /login', { body: { email, password }, say: false })
 *       signIn(token)
 *     },
 *   })
 *   <Form form={form} submit={t('…')}> <TextField form={form} name="email" … /> … </Form>
 *
 * An error shows once its field lost focus (or submission was tried) and clears when the value is valid. Field errors
 * of the server (`data.fields`) show at those fields; other failures show one toast, unless `failed` handles them.
 * Errors of the whole form (`incomplete`, a text from `failed`) show above the button.
 */
import { useState } from 'react'
import { CallFailure } from '../../http/envelope.ts'
import { endsHere, fieldFaults, sayFailure } from '../../http/failures.ts'
import type { Rule } from './rules.ts'

type Texts = Readonly<Record<string, string>>

interface FormPlan<Values extends Texts> {
  readonly initial: Values
  readonly rules?: { readonly [Name in keyof Values]?: readonly Rule<Values>[] }
  /** Must make its calls with `say: false`. */
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
  /** The field lost focus: its errors are shown. */
  readonly leave: (name: keyof Values) => void
  /** The field's error, or null. */
  readonly faultOf: (name: keyof Values) => string | null
  /** The message above the button, or null. */
  readonly notice: string | null
  /** Submits; returns the first invalid field, by the rules or by the server, or null. */
  readonly submit: () => Promise<keyof Values | null>
}

export function useForm<Values extends Texts>(plan: FormPlan<Values>): FormState<Values> {
  const [values, setValues] = useState(plan.initial)
  const [left, setLeft] = useState<ReadonlySet<keyof Values>>(new Set())
  const [refused, setRefused] = useState<Partial<Record<keyof Values, string>>>({})
  const [busy, setBusy] = useState(false)
  const [tried, setTried] = useState(false)
  const [said, setSaid] = useState<string | null>(null)

  const brokenRule = (name: keyof Values): string | null => {
    for (const rule of plan.rules?.[name] ?? []) {
      const fault = rule(values[name], values)
      if (fault !== null) return fault
    }
    return null
  }

  const set = (name: keyof Values, value: string) => {
    setValues((before) => ({ ...before, [name]: value }))
    setRefused((before) => ({ ...before, [name]: undefined }))
    setSaid(null)
  }

  /** Shows errors at their fields; returns the first invalid one. */
  const refuse = (faults: Partial<Record<keyof Values, string>>) => {
    setRefused(faults)
    return Object.keys(values).find((name) => faults[name] !== undefined) ?? null
  }

  const sendNow = async (): Promise<keyof Values | null> => {
    setBusy(true)
    try {
      await plan.send(values)
    } catch (error) {
      if (endsHere(error)) return null
      const faults = fieldFaults(error, Object.keys(values))
      if (faults) return refuse(faults as Partial<Record<keyof Values, string>>)
      const dealt = error instanceof CallFailure && plan.failed?.(error)
      if (typeof dealt === 'object') return refuse(dealt)
      if (typeof dealt === 'string') setSaid(dealt)
      else if (!dealt) sayFailure(error)
    } finally {
      setBusy(false)
    }
    return null
  }

  const submit = async () => {
    if (busy) return null
    const names = Object.keys(values)
    setLeft(new Set(names))
    setTried(true)
    setSaid(null)
    return names.find((name) => brokenRule(name) !== null) ?? sendNow()
  }

  const isIncomplete = () => Object.keys(values).some((name) => values[name].trim() === '' && brokenRule(name) !== null)

  return {
    values,
    busy,
    set,
    leave: (name) => setLeft((before) => new Set([...before, name])),
    faultOf: (name) => refused[name] ?? (left.has(name) ? brokenRule(name) : null),
    notice: said ?? (tried && plan.incomplete !== undefined && isIncomplete() ? plan.incomplete : null),
    submit,
  }
}
