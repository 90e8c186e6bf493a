import { useTranslation } from 'react-i18next'
import { setTheme } from '../../shared/session/preferences.ts'
import { PALETTES, THEMES, useAppearance } from '../../shared/theme/appearance.ts'
import { FormPage } from '../../shared/ui/page/form-page.tsx'
import { showToast } from '../../shared/ui/toasts.ts'
import { Choices } from './parts/choices.tsx'
import { PaletteSample } from './settings/palette-sample.tsx'

const SYSTEM = 'system'

/** Appearance: theme, applied immediately and then saved, and the colours of up and down. */
export function Page() {
  const { t } = useTranslation()
  const { chosen, palette, choosePalette } = useAppearance()
  const themes = [SYSTEM, ...THEMES] as const
  const chooseTheme = (theme: (typeof themes)[number]) =>
    void setTheme(theme === SYSTEM ? null : theme).then(() => showToast(t('accounts.theme.success')))
  return (
    <FormPage title={t('accounts.theme.heading')}>
      <Choices
        legend={t('accounts.theme.theme')}
        lead={t('accounts.theme.themeText')}
        value={chosen ?? SYSTEM}
        onChoose={chooseTheme}
        options={themes.map((value) => ({ value, label: t(`shell.themeName.${value}`) }))}
      />
      <Choices
        legend={t('accounts.theme.palette')}
        lead={t('accounts.theme.paletteText')}
        value={palette}
        onChoose={choosePalette}
        options={PALETTES.map((value) => ({
          value,
          label: t(`accounts.theme.paletteName.${value}`),
          sample: <PaletteSample palette={value} />,
        }))}
      />
    </FormPage>
  )
}
