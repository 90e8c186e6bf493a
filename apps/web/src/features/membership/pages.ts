/** Pages of payments, each a chunk of its own. Apart from the table of routes, like those of the accounts. */
export const pages = {
  activate: () => import('./activate-page.tsx'),
  orderCenter: () => import('./order-center-page.tsx'),
}

export type MembershipPage = keyof typeof pages
