/** Namespaces of pages other than the chart, so that its first load does not contain their names. */
export const pageWords = {
  accounts: {
    zh: () => import('@flowprint/messages/zh/accounts'),
    en: () => import('@flowprint/messages/en/accounts'),
  },
  admin: { zh: () => import('@flowprint/messages/zh/admin'), en: () => import('@flowprint/messages/en/admin') },
  business: {
    zh: () => import('@flowprint/messages/zh/business'),
    en: () => import('@flowprint/messages/en/business'),
  },
  help: { zh: () => import('@flowprint/messages/zh/help'), en: () => import('@flowprint/messages/en/help') },
  home: { zh: () => import('@flowprint/messages/zh/home'), en: () => import('@flowprint/messages/en/home') },
  membership: {
    zh: () => import('@flowprint/messages/zh/membership'),
    en: () => import('@flowprint/messages/en/membership'),
  },
  promotion: {
    zh: () => import('@flowprint/messages/zh/promotion'),
    en: () => import('@flowprint/messages/en/promotion'),
  },
  style: { zh: () => import('@flowprint/messages/zh/style'), en: () => import('@flowprint/messages/en/style') },
  site: { zh: () => import('@flowprint/messages/zh/site'), en: () => import('@flowprint/messages/en/site') },
}
