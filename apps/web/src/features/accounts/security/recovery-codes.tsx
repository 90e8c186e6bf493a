import { useTranslation } from 'react-i18next'
import { saveFile } from '../../../shared/save-file.ts'
import { useProductName } from '../../../shared/site-settings.ts'
import { Button } from '../../../shared/ui/button.tsx'
import { FormPage } from '../../../shared/ui/page/form-page.tsx'
import { keepParting } from '../handover.ts'
import { copyText } from '../../../shared/ui/copy-text.ts'
import styles from './security.module.css'

/** The recovery codes, shown only once. */
export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  const { t } = useTranslation()
  const site = useProductName()
  const text = codes.join('\n')
  const download = () =>
    saveFile(
      new Blob([`${t('accounts.security.codes.file', { site })}\n\n${text}\n`], { type: 'text/plain' }),
      `${site.toLowerCase().replaceAll(/\s+/g, '-')}-recovery-codes.txt`,
    )
  return (
    <FormPage title={t('accounts.security.codes.heading')} lead={t('accounts.security.codes.text')}>
      <ul className={styles.codes} aria-label={t('accounts.security.codes.label')}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={styles.pair}>
        <Button variant="outlined" size="large" onClick={() => void copyText(text)}>
          {t('accounts.security.codes.copy')}
        </Button>
        <Button variant="outlined" size="large" onClick={download}>
          {t('accounts.security.codes.download')}
        </Button>
      </div>
      <Button variant="primary" size="large" onClick={() => keepParting({})}>
        {t('accounts.security.codes.saved')}
      </Button>
    </FormPage>
  )
}
