/**
 * Account pages, each a separate chunk. Not in the route table, so that the chart's first load does not contain their
 * names.
 */
export const pages = {
  login: () => import('./login-page.tsx'),
  createDirect: () => import('./create-direct-page.tsx'),
  create: () => import('./create-page.tsx'),
  active: () => import('./active-page.tsx'),
  sendActive: () => import('./send-active-page.tsx'),
  restorePassword: () => import('./restore-password-page.tsx'),
  changeLanguage: () => import('./change-language-page.tsx'),
  restoreDocument: () => import('./restore-document-page.tsx'),
  restoreEmail: () => import('./restore-email-page.tsx'),
  recoveryPassword: () => import('./recovery-password-page.tsx'),
  recoveryPasswordSuccess: () => import('./recovery-password-success-page.tsx'),
  changePassword: () => import('./change-password-page.tsx'),
  changeEmail: () => import('./change-email-page.tsx'),
  settingTheme: () => import('./setting-theme-page.tsx'),
  settingSecurity: () => import('./setting-security-page.tsx'),
  devOutbox: () => import('./dev-outbox-page.tsx'),
}

export type AccountPage = keyof typeof pages
