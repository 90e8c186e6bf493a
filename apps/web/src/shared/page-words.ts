/** Namespaces of pages other than the chart, so that its first load does not contain their names. */
export const pageWords = {
  accounts: {
    zh: () => import('@flowprint/i18n/zh/accounts'),
    en: () => import('@flowprint/i18n/en/accounts'),
  },
  admin: { zh: () => import('@flowprint/i18n/zh/admin'), en: () => import('@flowprint/i18n/en/admin') },
  business: {
    zh: () => import('@flowprint/i18n/zh/business'),
    en: () => import('@flowprint/i18n/en/business'),
  },
  help: { zh: () => import('@flowprint/i18n/zh/help'), en: () => import('@flowprint/i18n/en/help') },
  home: { zh: () => import('@flowprint/i18n/zh/home'), en: () => import('@flowprint/i18n/en/home') },
  membership: {
    zh: () => import('@flowprint/i18n/zh/membership'),
    en: () => import('@flowprint/i18n/en/membership'),
  },
  promotion: {
    zh: () => import('@flowprint/i18n/zh/promotion'),
    en: () => import('@flowprint/i18n/en/promotion'),
  },
  style: { zh: () => import('@flowprint/i18n/zh/style'), en: () => import('@flowprint/i18n/en/style') },
  site: { zh: () => import('@flowprint/i18n/zh/site'), en: () => import('@flowprint/i18n/en/site') },
}
