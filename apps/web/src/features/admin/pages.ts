/** Every page of the back office, each a chunk of its own. Apart from the table of routes: the chart carries none of their names. */
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
