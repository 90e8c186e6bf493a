import { useTranslation } from 'react-i18next'
import { useProductName } from '../../../shared/site-settings.ts'
import { Button } from '../../../shared/ui/button.tsx'
import { CopyButton } from '../../../shared/ui/copy-button.tsx'
import { copyText } from '../../../shared/ui/copy-text.ts'
import { Icon } from '../../../shared/ui/icons.tsx'
import { Card } from '../../../shared/ui/page/page.tsx'
import { QrCode } from '../../../shared/ui/qr-code.tsx'
import styles from './link-card.module.css'
import { savePng, saveSvg } from '../../../shared/ui/qr.ts'
import { CodeBox } from '../../../shared/ui/code-box.tsx'

interface LinkCardProps {
  readonly code: string | null
  readonly link: string | null
}

/** The invitation link as text and as QR code. */
export function LinkCard({ code, link }: LinkCardProps) {
  const { t } = useTranslation()
  const product = useProductName()
  if (link === null || code === null)
    return (
      <Card title={t('promotion.link.heading')}>
        <p>{t('promotion.link.ended')}</p>
      </Card>
    )
  const fileName = `${product.toLowerCase().replaceAll(/\s+/g, '-')}-${code}`
  return (
    <Card title={t('promotion.link.heading')}>
      <div className={styles.body}>
        <div className="flex flex-col gap-3 min-w-0">
          <div className="flex items-center gap-1.5">
            <CodeBox data-link="">{link}</CodeBox>
            <CopyButton text={link} what={t('promotion.link.name')} />
          </div>
          <p className={styles.code}>
            {t('promotion.link.code')} <strong lang="zxx">{code}</strong>
          </p>
          <div className={styles.acts}>
            <Button variant="primary" size="large" onClick={() => void copyText(link)}>
              <Icon name="copy" />
              {t('promotion.link.copy')}
            </Button>
            <Button variant="outlined" size="large" onClick={() => void savePng(link, `${fileName}.png`)}>
              <Icon name="download" />
              {t('promotion.link.png')}
            </Button>
            <Button variant="outlined" size="large" onClick={() => saveSvg(link, `${fileName}.svg`)}>
              <Icon name="download" />
              {t('promotion.link.svg')}
            </Button>
          </div>
        </div>
        <figure className={styles.picture}>
          <QrCode text={link} label={t('promotion.link.qr')} />
        </figure>
      </div>
    </Card>
  )
}
