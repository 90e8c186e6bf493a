import type { Shape } from '../shape.ts'
import type { shell as zh } from '../zh/shell.ts'

export const shell: Shape<typeof zh> = {
  title: {
    order: 'Order flow',
    notFound: 'Page not found',
  },
  skip: 'Skip to main content',
  navigation: 'Main navigation',
  language: 'Language',
  languageName: { zh: '中文', en: 'English' },
  theme: 'Theme',
  themeName: { system: 'Follow system', light: 'Light', dark: 'Dark' },
  notFound: {
    heading: 'There is no page here',
    text: 'The address {{path}} does not exist. It may have moved or been mistyped.',
    back: 'Open the order flow chart',
  },
  crash: {
    heading: 'Something on this page broke',
    text: 'Reloading usually helps. Your settings are kept on this device and are not lost.',
    outdated: 'The site was updated. Reload to use the new version.',
    details: 'Technical details',
  },
  loading: 'Loading',
}
