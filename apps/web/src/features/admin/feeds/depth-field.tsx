import { DEPTH_MODES } from '@flowprint/contract'
import type { DepthModeName } from '@flowprint/contract'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { FormState } from '../../../shared/forms/use-form.ts'
import { Select } from '../../../shared/ui/select.tsx'

export const depthOf = (value: string): DepthModeName => DEPTH_MODES.find((mode) => mode === value) ?? 'columns'

/** What is recorded of a market's order book. */
export function DepthField<Values extends Readonly<Record<'depth', string>>>({ form }: { form: FormState<Values> }) {
  const { t } = useTranslation()
  const id = useId()
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={id} className="text-muted text-m">
        {t('admin.feeds.depthLabel')}
      </label>
      <Select
        id={id}
        value={form.values.depth}
        disabled={form.busy}
        onChange={(value) => form.set('depth', value)}
        options={DEPTH_MODES.map((mode) => ({ value: mode, label: t(`admin.feeds.depth.${mode}`) }))}
      />
      <div className="pb-2 text-faint text-s">{t(`admin.feeds.depthHint.${depthOf(form.values.depth)}`)}</div>
    </div>
  )
}
