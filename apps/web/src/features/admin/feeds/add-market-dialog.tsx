import { MAX_REMARK_LENGTH } from '@flowprint/contract'
import { useTranslation } from 'react-i18next'
import { failureText } from '../../../shared/http/failures.ts'
import { TextArea, TextField } from '../../../shared/forms/field.tsx'
import { required } from '../../../shared/forms/rules.ts'
import { useForm } from '../../../shared/forms/use-form.ts'
import { saveMarket } from '../calls.ts'
import { ActDialog } from '../parts/act-dialog.tsx'
import { useAct } from '../parts/use-act.ts'
import { DepthField, depthOf } from './depth-field.tsx'
import { savedText } from './markets.ts'

const SYMBOL = /^[A-Z0-9]+:[A-Z0-9.]+$/

/** Adds a market to follow. */
export function AddMarketDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const { act, stepUp } = useAct()
  const symbolOf = (typed: string) => typed.trim().toUpperCase()
  const form = useForm({
    initial: { symbol: '', depth: 'columns', remark: '' },
    rules: {
      symbol: [(value) => (SYMBOL.test(symbolOf(value)) ? null : t('admin.feeds.symbolWrong'))],
      remark: [required(t('admin.frame.remarkNeeded'))],
    },
    send: async ({ symbol, depth, remark }) => {
      await act(
        () => saveMarket({ symbol: symbolOf(symbol), enabled: true, depth: depthOf(depth), remark: remark.trim() }),
        (saved) => savedText(t, saved),
      )
      onClose()
    },
    failed: (failure) => failure.kind === 'message' && { symbol: failureText(t, failure) },
  })
  const symbol = symbolOf(form.values.symbol) || t('admin.feeds.symbol')
  return (
    <ActDialog
      title={t('admin.feeds.addTitle')}
      form={form}
      submit={t('admin.feeds.start')}
      stepUp={stepUp}
      onClose={onClose}
      happens={<p>{t('admin.feeds.startText', { symbol })}</p>}
    >
      <TextField
        form={form}
        name="symbol"
        label={t('admin.feeds.symbol')}
        autoComplete="off"
        hint={t('admin.feeds.symbolHint')}
        autoFocus
      />
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
