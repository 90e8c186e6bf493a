import { LANGUAGES } from '@flowprint/i18n'
import i18next from 'i18next'
import { useTranslation } from 'react-i18next'
import { localeOf, useLanguage } from '../../shared/i18n/language.ts'
import { setLanguage } from '../../shared/session/preferences.ts'
import { FormPage } from '../../shared/ui/page/form-page.tsx'
import { showToast } from '../../shared/ui/toasts.ts'
import { Choices } from './parts/choices.tsx'

export function Page() {
  const { t } = useTranslation()
  const options = LANGUAGES.map((value) => ({ value, label: t(`shell.languageName.${value}`), lang: localeOf(value) }))
  // Show the message in the newly chosen language.
  const choose = (language: (typeof LANGUAGES)[number]) =>
    void setLanguage(language).then(() => showToast(i18next.t('accounts.language.success')))
  return (
    <FormPage title={t('accounts.language.heading')}>
      <Choices
        legend={t('shell.language')}
        lead={t('accounts.language.text')}
        options={options}
        value={useLanguage()}
        onChoose={choose}
      />
    </FormPage>
  )
}
