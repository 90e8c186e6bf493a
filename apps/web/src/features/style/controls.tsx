import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button, IconButton } from '../../shared/ui/button.tsx'
import { Confirm } from '../../shared/ui/confirm.tsx'
import { Form } from '../../shared/forms/form.tsx'
import { TextField } from '../../shared/forms/field.tsx'
import { PasswordField } from '../../shared/forms/password-field.tsx'
import { useForm } from '../../shared/forms/use-form.ts'
import { LinkButton } from '../../shared/ui/link-button.tsx'
import { SearchField } from '../../shared/ui/search-field.tsx'
import { Segmented } from '../../shared/ui/segmented.tsx'
import { Switch } from '../../shared/ui/switch.tsx'
import { Tag } from '../../shared/ui/tag.tsx'
import { showToast } from '../../shared/ui/toasts.ts'

export function Buttons() {
  const { t } = useTranslation()
  const [on, setOn] = useState(true)
  const [chosen, setChosen] = useState('first')
  return (
    <>
      {[false, true].map((large) => (
        <div key={String(large)} className="flex flex-wrap items-center gap-2">
          <Button size={large ? 'large' : 'medium'} variant="primary">
            {t('style.primary')}
          </Button>
          <Button size={large ? 'large' : 'medium'} variant="outlined">
            {t('style.outlined')}
          </Button>
          <Button size={large ? 'large' : 'medium'}>{t('style.plain')}</Button>
          <Button size={large ? 'large' : 'medium'} variant="outlined" disabled>
            {t('style.disabled')}
          </Button>
        </div>
      ))}
      <div className="flex flex-wrap items-center gap-2">
        <LinkButton to="/dev/outbox">{t('style.link')}</LinkButton>
        <LinkButton to="/dev/outbox" variant="outlined">
          {t('style.link')}
        </LinkButton>
        <IconButton icon="bell" label={t('style.showToast')} />
        <Switch label={t('style.switch')} checked={on} onChange={setOn} />
        <Segmented
          label={t('style.choice')}
          value={chosen}
          onChange={setChosen}
          options={(['first', 'second'] as const).map((value) => ({ value, label: t(`style.${value}`) }))}
        />
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <Tag>{t('style.tag')}</Tag>
        {(['brand', 'good', 'warning', 'bad'] as const).map((tone) => (
          <Tag key={tone} tone={tone}>
            {t('style.tag')}
          </Tag>
        ))}
      </div>
    </>
  )
}

export function Fields() {
  const { t } = useTranslation()
  const [search, setSearch] = useState('')
  const form = useForm({
    initial: { email: '', password: '' },
    rules: { email: [(email) => (email.includes('@') ? null : t('style.fault'))] },
    send: async () => showToast(t('style.said')),
  })
  return (
    <div className="flex flex-col gap-4 w-[min(400px,100%)]">
      <Form form={form} submit={t('style.send')}>
        <TextField
          form={form}
          name="email"
          type="email"
          label={t('style.email')}
          autoComplete="off"
          hint={t('style.hint')}
        />
        <PasswordField form={form} name="password" label={t('style.password')} autoComplete="off" />
      </Form>
      <SearchField label={t('style.search')} value={search} maxLength={64} onSearch={setSearch} />
    </div>
  )
}

export function Dialogs() {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Button variant="outlined" size="large" onClick={() => setOpen(true)}>
        {t('style.open')}
      </Button>
      <Button variant="outlined" size="large" onClick={() => showToast(t('style.said'))}>
        {t('style.showToast')}
      </Button>
      {open && (
        <Confirm title={t('style.open')} confirm={t('style.send')} onCancel={close} onConfirm={close}>
          {t('style.question')}
        </Confirm>
      )}
    </div>
  )
}
