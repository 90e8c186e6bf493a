import { MAX_REMARK_LENGTH, type AdminInviterDetail } from '@flowprint/contract'
import { useTranslation } from 'react-i18next'
import { failureText } from '../../../shared/http/failures.ts'
import { useSiteSettings } from '../../../shared/site-settings.ts'
import { TextArea, TextField } from '../../../shared/forms/field.tsx'
import { required } from '../../../shared/forms/rules.ts'
import { useForm } from '../../../shared/forms/use-form.ts'
import { setRatio } from '../calls.ts'
import { ActDialog } from '../parts/act-dialog.tsx'
import { ChoiceField } from '../parts/choice-field.tsx'
import { moneyOf, percentOf } from '../parts/show.ts'
import { useAct } from '../parts/use-act.ts'
import { RatioHistory } from './ratio-history.tsx'
import { percentTyped, ratioOfLevel, readRatio, shareText } from './dividend-terms.ts'

/** Sets a custom ratio for an inviter or restores the level's; applies to future dividends. */
export function RatioDialog({ inviter, onClose }: { inviter: AdminInviterDetail['inviter']; onClose: () => void }) {
  const { t } = useTranslation()
  const { act, stepUp } = useAct()
  const config = useSiteSettings().data?.config
  const { id, username: name, level, ratio: now, ratio_override: own } = inviter
  const form = useForm({
    initial: { kind: own === null ? 'level' : 'own', percent: percentTyped(own), remark: '' },
    rules: {
      percent: [(value, { kind }) => (readRatio(kind, value) === undefined ? t('admin.settings.fault.ratio') : null)],
      remark: [required(t('admin.frame.remarkNeeded'))],
    },
    send: async ({ kind, percent, remark }) => {
      const body = { inviter_id: id, ratio: readRatio(kind, percent) ?? null, remark: remark.trim() }
      await act(
        () => setRatio(body),
        (done) => t('admin.dividends.ratio.success', { name, ratio: percentOf(done.ratio) }),
      )
      onClose()
    },
    failed: (failure) => failure.kind === 'message' && failureText(t, failure),
  })
  const ofLevel = ratioOfLevel(config?.share_levels, level)
  const chosen = readRatio(form.values.kind, form.values.percent)
  const isSame = chosen === own
  const next = chosen === undefined || isSame ? null : (chosen ?? ofLevel)
  return (
    <ActDialog
      title={t('admin.dividends.ratio.title', { name })}
      form={form}
      size="large"
      submit={t('admin.dividends.ratio.confirm')}
      disabled={isSame}
      stepUp={stepUp}
      onClose={onClose}
      happens={
        <>
          {chosen === undefined && <p className="text-muted text-m">{t('admin.settings.fault.ratio')}</p>}
          {isSame && <p>{t('admin.settings.unchanged')}</p>}
          {next !== null && (
            <p>
              <strong>
                {t('admin.dividends.ratio.text', { name, before: percentOf(now), after: percentOf(next) })}
              </strong>
            </p>
          )}
          {chosen === null && !isSame && next === null && (
            <p>
              <strong>{t('admin.dividends.ratio.textLevel', { name, level })}</strong>
            </p>
          )}
          {next !== null && config?.price && (
            <p>
              {t('admin.dividends.ratio.example', {
                price: moneyOf(config.price),
                after: moneyOf(shareText(config.price, next)),
                before: moneyOf(shareText(config.price, now)),
              })}
            </p>
          )}
          <p className="text-muted text-m">{t('admin.dividends.ratio.kept')}</p>
        </>
      }
    >
      <ChoiceField
        form={form}
        name="kind"
        label={t('admin.dividends.ratio.legend')}
        options={[
          {
            value: 'level',
            label: t('admin.dividends.ratio.ofLevel', { level }),
            note: ofLevel === null ? undefined : percentOf(ofLevel),
          },
          { value: 'own', label: t('admin.dividends.ratio.own'), note: t('admin.dividends.ratio.ownNote') },
        ]}
      />
      {form.values.kind === 'own' && (
        <TextField form={form} name="percent" label={t('admin.settings.ratio')} autoComplete="off" />
      )}
      <TextArea
        form={form}
        name="remark"
        label={t('admin.frame.remark')}
        max={MAX_REMARK_LENGTH}
        hint={t('admin.frame.remarkHint')}
      />
      <RatioHistory inviterId={id} />
    </ActDialog>
  )
}
