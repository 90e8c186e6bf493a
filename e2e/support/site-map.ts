/** Copy of the specification's route table: pages, titles and whether they need a login. */
export interface SitePage {
  readonly path: string
  readonly zh: string
  readonly en: string
  /** Requires a login. */
  readonly auth?: true
}

export const SITE: readonly SitePage[] = [
  { path: '/', zh: '订单流足迹图', en: 'Order flow footprint charts' },
  { path: '/login', zh: '登录', en: 'Login' },
  { path: '/create/direct', zh: '注册账号', en: 'Create account' },
  { path: '/active', zh: '账号激活', en: 'Account activation' },
  { path: '/send-active', zh: '发送邮箱激活码', en: 'Send e-mail activation code' },
  { path: '/recovery-password', zh: '找回密码', en: 'Recover password' },
  { path: '/recovery-password-success', zh: '找回邮件发送成功', en: 'Recover e-mail success' },
  { path: '/change-password?token=none', zh: '重置密码', en: 'Reset password' },
  { path: '/change-email', zh: '重置邮箱', en: 'Reset e-mail' },
  { path: '/change-language', zh: '切换语言', en: 'Switch language' },
  { path: '/help', zh: '帮助', en: 'Help' },
  { path: '/others/team', zh: '我们的团队', en: 'Our team' },
  { path: '/medias', zh: '媒体', en: 'Media' },
  { path: '/activate', zh: '开通会员', en: 'Open membership' },
  { path: '/restore-document', zh: '修改资料', en: 'Modify profile' },
  { path: '/401', zh: '没有权限', en: 'No permission' },
  { path: '/dev/outbox', zh: '开发用发件箱', en: 'Development outbox' },
  { path: '/dev/style', zh: '样式指南', en: 'Style guide' },
  { path: '/no-such-page', zh: '页面不存在', en: 'Page not found' },
  { path: '/restore-password', zh: '修改密码', en: 'Change password', auth: true },
  { path: '/restore-email', zh: '修改邮箱', en: 'Modify e-mail', auth: true },
  { path: '/setting/theme', zh: '切换主题', en: 'Switch theme', auth: true },
  { path: '/setting/security', zh: '账号安全', en: 'Security', auth: true },
  { path: '/logout', zh: '退出登录', en: 'Logout', auth: true },
  { path: '/order/center', zh: '订单中心', en: 'Order centre', auth: true },
  { path: '/workspace', zh: '工作区', en: 'Workspace', auth: true },
  { path: '/scanner', zh: '市场扫描', en: 'Scanner', auth: true },
  // An unknown one: what it says in place of the chart.
  { path: `/moment/${'A'.repeat(22)}`, zh: '时刻', en: 'Moment', auth: true },
  { path: '/order', zh: '订单流', en: 'Order flow', auth: true },
]
