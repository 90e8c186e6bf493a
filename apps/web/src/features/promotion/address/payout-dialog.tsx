import { isTronAddress, type InviterParam } from '@flowprint/contract'
import { useTranslation } from 'react-i18next'
import { failureText } from '../../../shared/http/failures.ts'
import { Dialog, DialogBody } from '../../../shared/ui/dialog.tsx'
import { TextField } from '../../../shared/forms/field.tsx'
import { Form } from '../../../shared/forms/form.tsx'
import { required } from '../../../shared/forms/rules.ts'
import { useForm } from '../../../shared/forms/use-form.ts'
import { useStepUp } from '../../../shared/ui/step-up/use-step-up.tsx'
import { showToast } from '../../../shared/ui/toasts.ts'
import { setReceiveAddress, useMergeInviter } from '../calls.ts'
import { Callout } from '../../../shared/ui/callout.tsx'

interface PayoutDialogProps {
  readonly inviter: InviterParam
  readonly onClose: () => void
}

/** Sets the payout address; requires re-authentication. */
export function PayoutDialog({ inviter, onClose }: PayoutDialogProps) {
  const { t } = useTranslation()
  const merge = useMergeInviter()
  const { withStepUp, dialog } = useStepUp()
  const form = useForm({
    initial: { receive_address: '' },
    rules: {
      receive_address: [
        required(t('promotion.address.missing')),
        (value) => (isTronAddress(value.trim()) ? null : t('promotion.address.bad')),
        (value) => (value.trim() === inviter.receive_address ? t('promotion.address.same') : null),
      ],
    },
    send: async (values) => {
      const body = { network_type: inviter.network_type, receive_address: values.receive_address.trim() }
      const { receive_address: address, usable_at: usableAt } = await withStepUp(() => setReceiveAddress(body))
      merge({ receive_address: address, address_usable_at: usableAt })
      showToast(t('promotion.address.saved'))
      onClose()
    },
    failed: (failure) => failure.kind === 'message' && failureText(t, failure),
  })
  return (
    <>
      <Dialog
        title={t(inviter.receive_address === null ? 'promotion.address.set' : 'promotion.address.name')}
        onClose={onClose}
      >
        <DialogBody>
          <Callout tone="warning">{t('promotion.address.check')}</Callout>
          <Form form={form} submit={t('promotion.address.save')}>
            <TextField
              form={form}
              name="receive_address"
              autoComplete="off"
              label={t('promotion.address.name')}
              hint={t('promotion.address.hint')}
              autoFocus
            />
          </Form>
          {inviter.receive_address !== null && (
            <p className="text-muted text-m">{t('promotion.address.coolingNote')}</p>
          )}
        </DialogBody>
      </Dialog>
      {dialog}
    </>
  )
}
