/** Payment pages, each a separate chunk. Not in the route table, like the account pages. */
export const pages = {
  activate: () => import('./activate-page.tsx'),
  orderCenter: () => import('./order-center-page.tsx'),
}

export type MembershipPage = keyof typeof pages
