import { MAX_REMARK_LENGTH } from '@flowprint/contract'
import { useTranslation } from 'react-i18next'
import { TextArea } from '../../../shared/forms/field.tsx'
import { required } from '../../../shared/forms/rules.ts'
import { useForm } from '../../../shared/forms/use-form.ts'
import { failureText } from '../../../shared/http/failures.ts'
import { saveMarket } from '../calls.ts'
import { ActDialog } from '../parts/act-dialog.tsx'
import { useAct } from '../parts/use-act.ts'
import { DepthField, depthOf } from './depth-field.tsx'
import type { Market } from './markets.ts'

/** Changes what is recorded of a followed market's order book. */
export function DepthDialog({ market: { symbol, depth }, onClose }: { market: Market; onClose: () => void }) {
  const { t } = useTranslation()
  const { act, stepUp } = useAct()
  const form = useForm({
    initial: { depth: depth as string, remark: '' },
    rules: { remark: [required(t('admin.frame.remarkNeeded'))] },
    send: async (values) => {
      await act(
        () => saveMarket({ symbol, enabled: true, depth: depthOf(values.depth), remark: values.remark.trim() }),
        () => t('admin.feeds.depthSaved', { symbol }),
      )
      onClose()
    },
    failed: (failure) => failure.kind === 'message' && failureText(t, failure),
  })
  return (
    <ActDialog
      title={t('admin.feeds.depthTitle', { symbol })}
      form={form}
      submit={t('admin.feeds.depthSave')}
      stepUp={stepUp}
      onClose={onClose}
      happens={<p>{t('admin.feeds.depthText')}</p>}
    >
      <DepthField form={form} />
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
