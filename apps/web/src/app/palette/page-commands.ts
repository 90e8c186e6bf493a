import { LANGUAGES } from '@flowprint/i18n'
import type { TFunction } from 'i18next'
import { topicPath, SLUGS } from '../../features/help/topics.ts'
import { loadTexts } from '../../features/help/texts.ts'
import type { Command } from '../../shared/commands/commands.ts'
import { currentLanguage } from '../../shared/i18n/language.ts'
import { go } from '../../shared/navigation.ts'
import { setLanguage, setTheme } from '../../shared/session/preferences.ts'
import { MEDIA_LINK, SITE_LINKS } from '../../shared/site-settings.ts'
import { THEMES, useAppearance } from '../../shared/theme/appearance.ts'
import type { Entry } from '../menus.ts'

/** Commands of every page: its links, language, theme. `entries`: the pages that this user may open. */
export function pageCommands(t: TFunction, entries: readonly Entry[]): readonly Command[] {
  const { chosen } = useAppearance.getState()
  const language = currentLanguage()
  const links = [
    ...entries.map(({ to, label }) => ({ to, label: t(`shell.menu.${label}`) })),
    { to: '/help', label: t('shell.menu.help') },
    ...[...SITE_LINKS, MEDIA_LINK].map(({ to, title }) => ({ to, label: t(`shell.title.${title}`) })),
  ]
  return [
    ...links.map(({ to, label }): Command => ({
      id: `page:${to}`,
      group: 'page',
      label,
      keywords: to,
      run: () => go(to),
    })),
    ...[null, ...THEMES].map((theme): Command => ({
      id: `theme:${theme ?? 'system'}`,
      group: 'appearance',
      label: `${t('shell.theme')}: ${t(`shell.themeName.${theme ?? 'system'}`)}`,
      keywords: `theme ${theme ?? 'system'}`,
      isChecked: theme === chosen,
      run: () => void setTheme(theme),
    })),
    ...LANGUAGES.map((code): Command => ({
      id: `language:${code}`,
      group: 'appearance',
      label: `${t('shell.language')}: ${t(`shell.languageName.${code}`)}`,
      keywords: `language ${code === 'zh' ? 'chinese' : 'english'}`,
      isChecked: code === language,
      run: () => void setLanguage(code),
    })),
  ]
}

/** Topics of the help in the language of the page. */
export async function helpCommands(): Promise<readonly Command[]> {
  const texts = await loadTexts(currentLanguage())
  return SLUGS.map((slug) => ({
    id: `help:${slug}`,
    group: 'help',
    label: texts[slug].title,
    keywords: `${texts[slug].keywords} ${slug}`,
    run: () => go(topicPath(slug)),
  }))
}
