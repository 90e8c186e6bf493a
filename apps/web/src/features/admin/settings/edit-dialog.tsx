import { PAYMENT_SETTINGS, MAX_REMARK_LENGTH, type BusinessSetting } from '@flowprint/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { failureSlug, type CallFailure } from '../../../shared/http/envelope.ts'
import { failureText } from '../../../shared/http/failures.ts'
import { required } from '../../../shared/forms/rules.ts'
import { useForm } from '../../../shared/forms/use-form.ts'
import { saveSetting } from '../calls.ts'
import { ActDialog } from '../parts/act-dialog.tsx'
import { Fact, Facts } from '../parts/facts.tsx'
import { useAct } from '../parts/use-act.ts'
import {
  type Draft,
  draftOf,
  isUnchanged,
  type Kind,
  KINDS,
  readDraft,
  type Reading,
  valueText,
} from './setting-values.ts'
import { Editor } from './editor.tsx'
import { Callout } from '../../../shared/ui/callout.tsx'
import { TextArea } from '../../../shared/forms/field.tsx'

interface EditDialogProps {
  readonly setting: BusinessSetting
  readonly onClose: () => void
  /** Edit conflict: the newest value must be loaded. */
  readonly onStale: () => void
}

/** Edits a setting, based on the version shown. */
export function EditDialog({ setting: { key, value, version }, onClose, onStale }: EditDialogProps) {
  const { t } = useTranslation()
  const { act, stepUp } = useAct()
  const kind = KINDS[key]
  const [draft, setDraft] = useState(() => draftOf(kind, value))
  const reading = readDraft(kind, draft)
  const faultText = (fault: Extract<Reading, { fault: unknown }>['fault']) =>
    t(`admin.settings.fault.${fault}`, boundsOf(kind))
  // The draft has its own structure; the form only knows whether it is valid.
  const form = useForm({
    initial: { draft: '', remark: '' },
    rules: {
      draft: [() => ('fault' in reading ? faultText(reading.fault) : null)],
      remark: [required(t('admin.frame.remarkNeeded'))],
    },
    send: async ({ remark }) => {
      if ('fault' in reading) return
      await act(
        () => saveSetting({ key, value: reading.value, version, remark: remark.trim() }),
        () => t('admin.settings.success'),
      )
      onClose()
    },
    failed: (failure) => {
      if (failureSlug(failure) === 'STALE_VERSION') {
        onStale()
        return t('admin.settings.stale')
      }
      return failure.kind === 'message' && saidOf(failure, failureText(t, failure))
    },
  })
  const change = (next: Draft) => {
    setDraft(next)
    form.set('draft', '')
  }
  const isSame = isUnchanged(kind, draft, value)
  const fault = form.faultOf('draft')
  const name = t(`admin.settings.name.${key}`)
  return (
    <ActDialog
      title={t('admin.settings.editOf', { name })}
      form={form}
      size="large"
      submit={t('admin.settings.save')}
      disabled={isSame}
      stepUp={stepUp}
      onClose={onClose}
      evidence={<p className="text-muted text-m">{t(`admin.settings.about.${key}`)}</p>}
      happens={
        <>
          {'fault' in reading && <p className="text-muted text-m">{faultText(reading.fault)}</p>}
          {isSame && <p>{t('admin.settings.unchanged')}</p>}
          {!('fault' in reading) && !isSame && (
            <>
              <Facts>
                <Fact name={t('admin.audit.before')}>
                  <span className="whitespace-pre-line wrap-anywhere">{valueText(t, key, value)}</span>
                </Fact>
                <Fact name={t('admin.audit.after')}>
                  <strong className="whitespace-pre-line wrap-anywhere">{valueText(t, key, reading.value)}</strong>
                </Fact>
              </Facts>
              <p>{t('admin.settings.change')}</p>
              {(PAYMENT_SETTINGS as readonly string[]).includes(key) && <p>{t('admin.settings.paymentMail')}</p>}
            </>
          )}
          {kind.kind === 'address' && !isSame && (
            <Callout tone="warning">
              {t(key === 'donation_address' ? 'admin.settings.donationWarn' : 'admin.settings.addressWarn')}
            </Callout>
          )}
        </>
      }
    >
      <Editor name={name} kind={kind} draft={draft} onChange={change} />
      {fault !== null && (
        <Callout tone="bad" role="alert">
          {fault}
        </Callout>
      )}
      <TextArea
        form={form}
        name="remark"
        label={t('admin.frame.remark')}
        max={MAX_REMARK_LENGTH}
        hint={t('admin.frame.remarkHint')}
      />
    </ActDialog>
  )
}

const boundsOf = (kind: Kind) =>
  kind.kind === 'whole' ? { min: kind.min, max: kind.max } : { min: 0, max: 1_000_000_000 }

/** The server's errors for parts of the value, or its message. */
function saidOf({ data }: CallFailure, otherwise: string): string {
  const { fields } = (data ?? {}) as { fields?: Record<string, readonly { message?: unknown }[]> }
  const sentences = Object.values(fields ?? {})
    .flat()
    .map(({ message }) => message)
    .filter((text) => typeof text === 'string')
  return sentences.length === 0 ? otherwise : sentences.join(' ')
}
