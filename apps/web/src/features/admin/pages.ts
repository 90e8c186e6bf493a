/** Back-office pages, each a separate chunk. Not in the route table, so that the chart does not contain their names. */
export const pages = {
  home: () => import('./frame/home-page.tsx'),
  overview: () => import('./overview/overview-page.tsx'),
  dividend: () => import('./dividends/dividend-page.tsx'),
  dividendDetail: () => import('./dividends/dividend-detail-page.tsx'),
  order: () => import('./orders/order-page.tsx'),
  user: () => import('./users/user-page.tsx'),
  content: () => import('./content/content-page.tsx'),
  settings: () => import('./settings/settings-page.tsx'),
  audit: () => import('./audit/audit-page.tsx'),
  feeds: () => import('./feeds/feeds-page.tsx'),
}

export type AdminPage = keyof typeof pages
