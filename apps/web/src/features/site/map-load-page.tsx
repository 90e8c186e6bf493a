import { useTranslation } from 'react-i18next'
import { formatDay } from '../../shared/format/time.ts'
import { useLanguage } from '../../shared/i18n/language.ts'
import { Markdown } from '../../shared/ui/markdown/markdown.tsx'
import { ContentPage } from './content/content-page.tsx'
import { readStages } from './roadmap/stages.ts'
import { Progress, Timeline } from './roadmap/timeline.tsx'

/** /map-load: the roadmap text as a timeline. */
export function Page() {
  const { t } = useTranslation()
  const language = useLanguage()
  return (
    <ContentPage
      contentKey="roadmap"
      under={({ markdown, updated_at }) => (
        <>
          <Progress stages={readStages(markdown).stages} />
          <p className="flex flex-wrap gap-x-4 gap-y-1 items-center text-faint text-m">
            {t('site.updated', { date: formatDay(updated_at, language) })}
          </p>
        </>
      )}
    >
      {({ markdown }) => {
        const { intro, stages } = readStages(markdown)
        return (
          <>
            {intro !== '' && (
              <div className="mb-9">
                <Markdown text={intro} />
              </div>
            )}
            <Timeline stages={stages} />
          </>
        )
      }}
    </ContentPage>
  )
}
