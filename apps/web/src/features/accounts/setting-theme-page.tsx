import { useTranslation } from 'react-i18next'
import { FormPage } from '../../shared/ui/form/form-page.tsx'

export function Page() {
  const { t } = useTranslation()
  return <FormPage title={t('shell.title.settingTheme')} />
}
