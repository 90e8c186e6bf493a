import { useTranslation } from 'react-i18next'
import { useSiteSettings } from '../../shared/site-settings.ts'
import { Markdown } from '../../shared/ui/markdown/markdown.tsx'
import { Empty, Failed } from '../../shared/ui/page/states.tsx'
import { ContactForm } from './contact/contact-form.tsx'
import { ContactList } from './contact/contact-list.tsx'
import { readContactWays } from './contact/contact-ways.ts'
import styles from './contact/contact.module.css'
import { ContentPage } from './content/content-page.tsx'

/** /others/contact: a form when the operator has a mailbox, and the published addresses. */
export function Page() {
  return <ContentPage contentKey="contact">{({ markdown }) => <Contact markdown={markdown} />}</ContentPage>
}

function Contact({ markdown }: { markdown: string }) {
  const { t } = useTranslation()
  const { data, error, refetch } = useSiteSettings()
  const ways = readContactWays(data?.config.contact ?? null)
  return (
    <div className={styles.columns}>
      <div className="flex flex-col gap-9">
        <Markdown text={markdown} />
        {ways.length > 0 && <ContactList ways={ways} />}
      </div>
      {data && ways.some(({ kind }) => kind === 'mail') && <ContactForm />}
      {data && ways.length === 0 && <Empty title={t('site.contact.none')} text={t('site.contact.noneText')} />}
      {!data && error && <Failed title={t('site.contact.failed')} error={error} onRetry={refetch} />}
    </div>
  )
}
