import { useTranslation } from 'react-i18next'
import { Compare } from './compare/compare.tsx'
import { Doors } from './hero/doors.tsx'
import { Indicators } from './indicators/indicators.tsx'
import { Links } from './links/links.tsx'
import { Price } from './price/price.tsx'
import { Questions } from './questions/questions.tsx'
import { Section } from './section.tsx'

/** All sections below the first screen. */
export function Sections() {
  const { t } = useTranslation()
  return (
    <>
      <Compare />
      <Indicators />
      <Price />
      <Questions />
      <Section heading={t('home.close.heading')} lead={t('home.close.text')}>
        <Doors />
      </Section>
      <Links />
    </>
  )
}
