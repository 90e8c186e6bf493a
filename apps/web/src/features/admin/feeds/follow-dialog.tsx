import { MAX_REMARK_LENGTH } from '@flowprint/contract'
import { useTranslation } from 'react-i18next'
import { failureText } from '../../../shared/http/failures.ts'
import { required } from '../../../shared/forms/rules.ts'
import { useForm } from '../../../shared/forms/use-form.ts'
import { saveMarket } from '../calls.ts'
import { ActDialog } from '../parts/act-dialog.tsx'
import { useAct } from '../parts/use-act.ts'
import { type Market, savedText } from './markets.ts'
import { TextArea } from '../../../shared/forms/field.tsx'

/** Starts or stops following a market. */
export function FollowDialog({ market: { symbol, enabled }, onClose }: { market: Market; onClose: () => void }) {
  const { t } = useTranslation()
  const { act, stepUp } = useAct()
  const form = useForm({
    initial: { remark: '' },
    rules: { remark: [required(t('admin.frame.remarkNeeded'))] },
    send: async ({ remark }) => {
      await act(
        () => saveMarket({ symbol, enabled: !enabled, remark: remark.trim() }),
        (saved) => savedText(t, saved),
      )
      onClose()
    },
    failed: (failure) => failure.kind === 'message' && failureText(t, failure),
  })
  return (
    <ActDialog
      title={t(enabled ? 'admin.feeds.stopTitle' : 'admin.feeds.startTitle', { symbol })}
      form={form}
      submit={t(enabled ? 'admin.feeds.stop' : 'admin.feeds.start')}
      stepUp={stepUp}
      onClose={onClose}
      happens={<p>{t(enabled ? 'admin.feeds.stopText' : 'admin.feeds.startText', { symbol })}</p>}
    >
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
