import {
  BOOK_ALERT_KINDS,
  CHART_ALERT_KINDS,
  MAX_ALERT_NAME_LENGTH,
  type ChartAlertKind,
  type Menus,
} from '@flowprint/contract'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDateTimeField } from '../../../../shared/format/time.ts'
import { Input } from '../../../../shared/ui/input.tsx'
import { Button } from '../../../../shared/ui/button.tsx'
import { Dialog } from '../../../../shared/ui/dialog.tsx'
import { lazyPart } from '../../../../shared/ui/lazy-part.ts'
import { showToast } from '../../../../shared/ui/toasts.ts'
import type { ChartController } from '../../chart/chart-controller.ts'
import type { AlertRequest } from '../../model/alert-requests.ts'
import { hasDerivatives } from '../../model/derivatives-store.ts'
import { currenciesOf, findMarket } from '../../model/menus.ts'
import { useTimeZone } from '../../model/time-zone.ts'
import { saveAlert, useBookRecorded } from '../alert-calls.ts'
import { useAlertPreferences } from '../alert-events.ts'
import styles from './alert-dialog.module.css'
import { type AlertDraft, draftFaults, type DraftField, draftOf, newDraft, saveBody } from './draft.ts'
import { SelectField } from './parts.tsx'
import { RuleFields } from './rule-fields.tsx'
import { ChannelFields } from './channel-fields.tsx'
import { chartContext } from './usual-sizes.ts'
import { WhenFields } from './when-fields.tsx'

const ChannelsDialog = lazyPart(async () => ({
  default: (await import('../channels/channels-dialog.tsx')).ChannelsDialog,
}))

/** A market that the menus no longer list: the server decides. */
const FINEST_TICK = '0.00000001'

const isBookKind = (kind: ChartAlertKind) => (BOOK_ALERT_KINDS as readonly string[]).includes(kind)

const machineNow = () => Date.now()

interface AlertDialogProps {
  readonly menus: Menus
  readonly request: AlertRequest
  readonly controller: ChartController
  readonly onClose: () => void
}

/** Creates or edits an alert: condition, frequency, channels. */
export function AlertDialog({ menus, request, controller, onClose }: AlertDialogProps) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const isUtc = useTimeZone((state) => state.zone === 'utc')
  const [draft, setDraft] = useState(() => firstDraft(request, controller, isUtc))
  // Show errors after the first attempt to save, then while typing.
  const [tried, setTried] = useState(false)
  const [now, setNow] = useState(machineNow)
  const [busy, setBusy] = useState(false)
  // Why the server refused this kind of condition.
  const [refused, setRefused] = useState<string | null>(null)
  const [ways, setWays] = useState(false)
  const market = findMarket(menus, draft.symbol)
  const tickSize = market?.tick_size ?? FINEST_TICK
  const faults = draftFaults(draft, tickSize, now, isUtc)
  const isRecorded = useBookRecorded(draft.symbol)
  const change = (part: Partial<AlertDraft>) => {
    if (part.kind !== undefined) setRefused(null)
    setDraft({ ...draft, ...part })
  }
  const faultOf = (field: DraftField): string | null => {
    const key = tried ? faults[field] : undefined
    return key === undefined ? null : t(`alerts.form.fault.${key}`, { tick: tickSize })
  }

  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setTried(true)
    const at = machineNow()
    setNow(at)
    if (Object.keys(draftFaults(draft, tickSize, at, isUtc)).length > 0) {
      const form = event.currentTarget
      return requestAnimationFrame(() => showFault(form))
    }
    setBusy(true)
    setRefused(null)
    const saved = await saveAlert(queries, saveBody(draft, at, isUtc), setRefused)
    setBusy(false)
    if (saved === null) return
    useAlertPreferences.getState().change({ sound: draft.sound })
    showToast(t(saved === 'stale' ? 'alerts.stale' : 'alerts.saved'))
    onClose()
  }

  const isOffered = (kind: ChartAlertKind) => {
    if (kind === 'liquidation') return market !== undefined && hasDerivatives(market)
    return isRecorded || !isBookKind(kind)
  }
  const { base, quote } = market ? currenciesOf(market) : { base: '', quote: '' }
  const units = { base: base || t('alerts.form.base'), quote: quote || t('alerts.form.quote') }
  return (
    <Dialog
      title={`${t(draft.of ? 'alerts.form.edit' : 'alerts.form.new')} · ${market?.label ?? draft.symbol}`}
      onClose={onClose}
    >
      <form
        className="flex flex-col gap-3 w-[520px] max-w-full px-4 pt-3.5"
        noValidate
        onSubmit={(event) => void onSubmit(event)}
      >
        <SelectField
          first
          label={t('alerts.form.kind')}
          value={draft.kind}
          fault={refused}
          onChange={(kind) => change({ kind: kind as ChartAlertKind })}
          options={CHART_ALERT_KINDS.filter((kind) => kind === draft.kind || isOffered(kind)).map((kind) => ({
            value: kind,
            label: t(`alerts.form.kinds.${kind}`),
          }))}
        />
        <RuleFields draft={draft} change={change} menus={menus} market={market} units={units} faultOf={faultOf} />
        <p className="text-faint text-s leading-4.5">{t(`alerts.form.note.${draft.kind}`)}</p>
        <hr className="w-full my-0.5 border-0 border-t border-line" />
        <WhenFields draft={draft} change={change} menus={menus} fault={faultOf('expiry')} />
        <hr className="w-full my-0.5 border-0 border-t border-line" />
        <ChannelFields draft={draft} change={change} onSetUp={() => setWays(true)} />
        <label className="flex flex-1 flex-col gap-[5px] min-w-0">
          <span className="text-muted text-s">{t('alerts.form.name')}</span>
          <Input
            className="w-full min-w-0"
            value={draft.name}
            maxLength={MAX_ALERT_NAME_LENGTH}
            autoComplete="off"
            onChange={({ target }) => change({ name: target.value })}
          />
        </label>
        <div className={styles.foot}>
          <Button variant="outlined" size="large" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" variant="primary" size="large" loading={busy}>
            {t('alerts.form.save')}
          </Button>
        </div>
      </form>
      {ways && (
        <Suspense fallback={null}>
          <ChannelsDialog onClose={() => setWays(false)} />
        </Suspense>
      )}
    </Dialog>
  )
}

/** The first invalid field, with its error. */
function showFault(form: HTMLFormElement): void {
  const field = form.querySelector<HTMLElement>('[aria-invalid=true]')
  field?.focus({ preventScroll: true })
  field?.scrollIntoView({ block: 'center' })
}

function firstDraft(request: AlertRequest, controller: ChartController, isUtc: boolean): AlertDraft {
  const context = chartContext(
    controller,
    useAlertPreferences.getState().sound,
    request.kind === 'price' ? request.price : null,
  )
  if (request.kind === 'edit') return draftOf(request.alert, context, (ms) => formatDateTimeField(ms, isUtc))
  return newDraft(context, request.kind === 'drawing' ? request.drawing : null)
}
