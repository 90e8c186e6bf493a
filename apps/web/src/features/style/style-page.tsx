import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { PALETTES, THEMES, useAppearance } from '../../shared/theme/appearance.ts'
import { isThisMachine } from '../../shared/navigation.ts'
import { Card, PageFrame } from '../../shared/ui/page/page.tsx'
import { Empty, Failed, Loading } from '../../shared/ui/page/states.tsx'
import { Segmented } from '../../shared/ui/segmented.tsx'
import { Buttons, Dialogs, Fields } from './controls.tsx'
import styles from './style.module.css'
import { Swatches } from './swatches.tsx'

const SampleTable = lazy(async () => ({ default: (await import('./sample-table.tsx')).SampleTable }))

const TEXTS = (['text-1', 'text-2', 'text-3', 'brand-text'] as const).map((ink) => [ink, 'surface-1'] as const)
const STATES = [
  ['good-text', 'good-tint'],
  ['bad-text', 'bad-tint'],
  ['warning', 'warning-tint'],
  ['on-brand', 'brand'],
] as const
const CHART = (
  ['positive', 'negative', 'ask', 'bid', 'poc', 'zone-support', 'zone-resistance', 'effort', 'vwap'] as const
).map((ink) => [ink, 'surface-0'] as const)
const SIZES = ['xs', 's', 'm', 'l', 'xl', '2xl', '3xl', '4xl'] as const
const SPACES = ['1', '2', '3', '4', '6'] as const

/** /dev/style: all components. Only in development on this machine. */
export function Page() {
  const { t } = useTranslation()
  const { theme, palette, chooseTheme, choosePalette } = useAppearance()
  if (!isThisMachine())
    return (
      <PageFrame title={t('style.heading')}>
        <Empty title={t('style.absent')} />
      </PageFrame>
    )
  return (
    <PageFrame
      title={t('style.heading')}
      lead={t('style.lead')}
      tools={
        <>
          <Segmented
            label={t('style.theme')}
            value={theme}
            onChange={chooseTheme}
            options={THEMES.map((value) => ({ value, label: t(`style.${value}`) }))}
          />
          <Segmented
            label={t('style.palette')}
            value={palette}
            onChange={choosePalette}
            options={PALETTES.map((value) => ({ value, label: t(`style.${value}`) }))}
          />
        </>
      }
    >
      <Card title={t('style.part.surfaces')}>
        <Swatches
          names={[
            'surface-0',
            'surface-1',
            'surface-2',
            'surface-3',
            'border',
            'border-strong',
            'brand',
            'brand-hover',
          ]}
        />
      </Card>
      <Card title={t('style.part.text')}>
        <Swatches names={TEXTS} />
      </Card>
      <Card title={t('style.part.states')}>
        <Swatches names={STATES} />
      </Card>
      <Card title={t('style.part.chart')}>
        <Swatches names={CHART} />
      </Card>
      <Card title={t('style.part.type')}>
        {SIZES.map((size) => (
          <p key={size} className={styles.line} data-size={size}>
            <code lang="zxx">{size}</code> {t('style.sample')}
          </p>
        ))}
        <p className="font-mono">
          <code lang="zxx">mono</code> {t('style.sample')}
        </p>
      </Card>
      <Card title={t('style.part.space')}>
        <ul className="grid grid-cols-[repeat(auto-fill,minmax(180px,1fr))] gap-3">
          {SPACES.map((space) => (
            <li key={space} className="flex flex-col gap-1 text-s">
              <span className={styles.space} data-space={space} />
              <code lang="zxx">--space-{space}</code>
            </li>
          ))}
        </ul>
      </Card>
      <Card title={t('style.part.buttons')}>
        <Buttons />
      </Card>
      <Card title={t('style.part.fields')}>
        <Fields />
      </Card>
      <Card title={t('style.part.lists')}>
        <Suspense fallback={<Loading count={4} />}>
          <SampleTable />
        </Suspense>
      </Card>
      <Card title={t('style.part.empty')}>
        <Empty title={t('style.nothing')} text={t('style.nothingText')} />
        <Failed title={t('style.failed')} error={new TypeError()} onRetry={() => undefined} />
        <Loading count={3} />
        <Loading as="cards" count={3} />
        <Loading as="words" count={3} />
      </Card>
      <Card title={t('style.part.dialogs')}>
        <Dialogs />
      </Card>
    </PageFrame>
  )
}
