/**
 * State of a form: values, faults at the fields, and sending.
 *
 *   const form = useForm({
 *     initial: { email: '', password: '' },
 *     rules: { email: [required(t('…')), isEmail(t('…'))], password: [required(t('…'))] },
 *     send: async ({ email, password }) => {
 *       const { token } = await call('/login', { method: 'POST', body: { email, password }, say: false }) as Login
 *       signIn(token)
 *     },
 *   })
 *   <Form form={form} submit={t('…')}> <TextField form={form} name="email" … /> … </Form>
 *
 * A fault shows once its field was left (or sending was tried) and goes while it is mended. What the server says of
 * fields (`data.fields`) stands at those fields; whatever else fails is one toast, unless `failed` deals with it.
 */
import { useState } from 'react'
import { CallFailure } from '../../http/envelope.ts'
import { fieldFaults } from '../../http/field-faults.ts'
import { endsHere, sayFailure } from '../../http/react-to-failure.ts'
import type { Rule } from './rules.ts'

type Texts = Readonly<Record<string, string>>

interface FormPlan<Values extends Texts> {
  readonly initial: Values
  readonly rules?: { readonly [Name in keyof Values]?: readonly Rule<Values>[] }
  /** Makes the calls with `say: false`. */
  readonly send: (values: Values) => Promise<void>
  /** True: it dealt with the failure (a second factor is asked for, a field is pointed at …). */
  readonly failed?: (failure: CallFailure) => boolean
}

export interface FormState<Values extends Texts> {
  readonly values: Values
  readonly busy: boolean
  readonly set: (name: keyof Values, value: string) => void
  /** The field was left: from now on its faults show. */
  readonly leave: (name: keyof Values) => void
  /** What stands under the field, or null. */
  readonly faultOf: (name: keyof Values) => string | null
  /** Answers the name of the first field that is wrong, or null when the form was sent. */
  readonly submit: () => keyof Values | null
}

export function useForm<Values extends Texts>(plan: FormPlan<Values>): FormState<Values> {
  const [values, setValues] = useState(plan.initial)
  const [left, setLeft] = useState<ReadonlySet<keyof Values>>(new Set())
  const [refused, setRefused] = useState<Partial<Record<keyof Values, string>>>({})
  const [busy, setBusy] = useState(false)

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
  }

  const sendNow = async () => {
    setBusy(true)
    try {
      await plan.send(values)
    } catch (error) {
      if (endsHere(error)) return
      const faults = fieldFaults(error, Object.keys(values))
      if (faults) setRefused(faults as Partial<Record<keyof Values, string>>)
      else if (!(error instanceof CallFailure && plan.failed?.(error))) sayFailure(error)
    } finally {
      setBusy(false)
    }
  }

  const submit = () => {
    if (busy) return null
    const names = Object.keys(values)
    setLeft(new Set(names))
    const wrong = names.find((name) => brokenRule(name) !== null)
    if (wrong !== undefined) return wrong
    void sendNow()
    return null
  }

  return {
    values,
    busy,
    set,
    leave: (name) => setLeft((before) => new Set([...before, name])),
    faultOf: (name) => refused[name] ?? (left.has(name) ? brokenRule(name) : null),
    submit,
  }
}
