/** Sentences of whole pages. Apart from those of the chart, so that its first load carries none of their names. */
export const pageWords = {
  accounts: { zh: () => import('@flowprint/messages/zh/accounts'), en: () => import('@flowprint/messages/en/accounts') },
  admin: { zh: () => import('@flowprint/messages/zh/admin'), en: () => import('@flowprint/messages/en/admin') },
  business: { zh: () => import('@flowprint/messages/zh/business'), en: () => import('@flowprint/messages/en/business') },
  help: { zh: () => import('@flowprint/messages/zh/help'), en: () => import('@flowprint/messages/en/help') },
  membership: { zh: () => import('@flowprint/messages/zh/membership'), en: () => import('@flowprint/messages/en/membership') },
  promotion: { zh: () => import('@flowprint/messages/zh/promotion'), en: () => import('@flowprint/messages/en/promotion') },
  site: { zh: () => import('@flowprint/messages/zh/site'), en: () => import('@flowprint/messages/en/site') },
}
