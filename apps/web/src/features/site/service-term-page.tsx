import { useTranslation } from 'react-i18next'
import { Button } from '../../shared/ui/button.tsx'
import { Icon } from '../../shared/ui/icons.tsx'
import { renderMarkdown } from '../../shared/ui/markdown/markdown.tsx'
import { formatDay } from '../../shared/format/time.ts'
import { useLanguage } from '../../shared/i18n/language.ts'
import { ContentPage } from './content/content-page.tsx'
import { useAddressedHeading } from './content/sections.ts'
import { ContentsList } from './terms/contents-list.tsx'
import styles from './terms/terms.module.css'

/** /others/service-term: the terms with a table of their contents. */
export function Page() {
  const { t } = useTranslation()
  const language = useLanguage()
  return (
    <ContentPage
      contentKey="service-term"
      under={({ updated_at }) => (
        <p className="flex flex-wrap gap-x-4 gap-y-1 items-center text-faint text-m">
          {t('site.updated', { date: formatDay(updated_at, language) })}
          <span className="-ms-2.5" data-screen="">
            <Button onClick={() => print()}>
              <Icon name="print" size={14} />
              {t('site.terms.print')}
            </Button>
          </span>
        </p>
      )}
    >
      {({ markdown }) => <Terms markdown={markdown} />}
    </ContentPage>
  )
}

function Terms({ markdown }: { markdown: string }) {
  const { body, headings } = renderMarkdown(markdown)
  useAddressedHeading()
  return (
    <div className={styles.terms}>
      <ContentsList headings={headings.filter(({ depth }) => depth === 2)} />
      <div>{body}</div>
    </div>
  )
}
