import type * as Catalogues from '@flowprint/i18n'
import type { Language } from '@flowprint/i18n'

/** Namespaces that load with the pages that need them. */
export interface Parts {
  readonly accounts: Catalogues.AccountMessages
  readonly admin: Catalogues.AdminMessages
  readonly alerts: Catalogues.AlertMessages
  readonly business: Catalogues.BusinessMessages
  readonly cycles: Catalogues.CycleMessages
  readonly depth: Catalogues.DepthMessages
  readonly derivatives: Catalogues.DerivativesMessages
  readonly drawings: Catalogues.DrawingMessages
  readonly help: Catalogues.HelpMessages
  readonly home: Catalogues.HomeMessages
  readonly indicators: Catalogues.IndicatorMessages
  readonly style: Catalogues.StyleMessages
  readonly signals: Catalogues.SignalMessages
  readonly membership: Catalogues.MembershipMessages
  readonly keys: Catalogues.KeyMessages
  readonly moments: Catalogues.MomentMessages
  readonly palette: Catalogues.PaletteMessages
  readonly practice: Catalogues.PracticeMessages
  readonly profiles: Catalogues.ProfileMessages
  readonly promotion: Catalogues.PromotionMessages
  readonly scanner: Catalogues.ScannerMessages
  readonly replay: Catalogues.ReplayMessages
  readonly site: Catalogues.SiteMessages
  readonly toolbar: Catalogues.ToolbarMessages
  readonly tour: Catalogues.TourMessages
  readonly vwap: Catalogues.VwapMessages
  readonly workspace: Catalogues.WorkspaceMessages
  readonly noData: Catalogues.NoDataMessages
  readonly timeAndSales: Catalogues.TimeAndSalesMessages
  readonly workspaces: Catalogues.WorkspacesMessages
}

type Loaders = { readonly [Part in keyof Parts]: Record<Language, () => Promise<Pick<Parts, Part>>> }

export const loaders: Loaders = {
  alerts: { zh: () => import('@flowprint/i18n/zh/alerts'), en: () => import('@flowprint/i18n/en/alerts') },
  cycles: { zh: () => import('@flowprint/i18n/zh/cycles'), en: () => import('@flowprint/i18n/en/cycles') },
  drawings: {
    zh: () => import('@flowprint/i18n/zh/drawings'),
    en: () => import('@flowprint/i18n/en/drawings'),
  },
  indicators: {
    zh: () => import('@flowprint/i18n/zh/indicators'),
    en: () => import('@flowprint/i18n/en/indicators'),
  },
  signals: { zh: () => import('@flowprint/i18n/zh/signals'), en: () => import('@flowprint/i18n/en/signals') },
  keys: { zh: () => import('@flowprint/i18n/zh/keys'), en: () => import('@flowprint/i18n/en/keys') },
  moments: { zh: () => import('@flowprint/i18n/zh/moments'), en: () => import('@flowprint/i18n/en/moments') },
  palette: { zh: () => import('@flowprint/i18n/zh/palette'), en: () => import('@flowprint/i18n/en/palette') },
  practice: { zh: () => import('@flowprint/i18n/zh/practice'), en: () => import('@flowprint/i18n/en/practice') },
  profiles: {
    zh: () => import('@flowprint/i18n/zh/profiles'),
    en: () => import('@flowprint/i18n/en/profiles'),
  },
  toolbar: { zh: () => import('@flowprint/i18n/zh/toolbar'), en: () => import('@flowprint/i18n/en/toolbar') },
  tour: { zh: () => import('@flowprint/i18n/zh/tour'), en: () => import('@flowprint/i18n/en/tour') },
  vwap: { zh: () => import('@flowprint/i18n/zh/vwap'), en: () => import('@flowprint/i18n/en/vwap') },
  workspace: {
    zh: () => import('@flowprint/i18n/zh/workspace'),
    en: () => import('@flowprint/i18n/en/workspace'),
  },
  accounts: {
    zh: () => import('@flowprint/i18n/zh/accounts'),
    en: () => import('@flowprint/i18n/en/accounts'),
  },
  admin: { zh: () => import('@flowprint/i18n/zh/admin'), en: () => import('@flowprint/i18n/en/admin') },
  business: {
    zh: () => import('@flowprint/i18n/zh/business'),
    en: () => import('@flowprint/i18n/en/business'),
  },
  depth: { zh: () => import('@flowprint/i18n/zh/depth'), en: () => import('@flowprint/i18n/en/depth') },
  derivatives: {
    zh: () => import('@flowprint/i18n/zh/derivatives'),
    en: () => import('@flowprint/i18n/en/derivatives'),
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
  noData: {
    zh: () => import('@flowprint/i18n/zh/no-data'),
    en: () => import('@flowprint/i18n/en/no-data'),
  },
  timeAndSales: {
    zh: () => import('@flowprint/i18n/zh/time-and-sales'),
    en: () => import('@flowprint/i18n/en/time-and-sales'),
  },
  workspaces: {
    zh: () => import('@flowprint/i18n/zh/workspaces'),
    en: () => import('@flowprint/i18n/en/workspaces'),
  },
  scanner: { zh: () => import('@flowprint/i18n/zh/scanner'), en: () => import('@flowprint/i18n/en/scanner') },
  replay: { zh: () => import('@flowprint/i18n/zh/replay'), en: () => import('@flowprint/i18n/en/replay') },
  style: { zh: () => import('@flowprint/i18n/zh/style'), en: () => import('@flowprint/i18n/en/style') },
  site: { zh: () => import('@flowprint/i18n/zh/site'), en: () => import('@flowprint/i18n/en/site') },
}
