/** Pages of the settings menu. */
export const profile = {
  heading: '修改资料',
  submit: '保存',
  success: '修改成功',
}

export const restorePassword = {
  heading: '修改密码',
  text: '修改后所有设备都将退出登录。',
  submit: '修改密码',
  success: '修改成功，请重新登录',
  forgot: '忘记原密码？',
}

export const restoreEmail = {
  heading: '修改邮箱',
  text: '确认链接将发送到新邮箱，打开之前仍使用原来的邮箱。',
  pending: '等待确认：确认链接已发送至 {{email}}。',
  submit: '发送确认链接',
  successHeading: '请查收邮件',
  success: '确认链接已发送至 {{email}}，请在 {{minutes}} 分钟内打开。',
  successText: '在确认之前，登录和通知仍使用 {{email}}。',
  again: '换一个邮箱',
}

export const language = {
  heading: '切换语言',
  text: '发送给您的邮件也使用此语言。',
  success: '修改成功',
}

export const theme = {
  heading: '页面配置',
  theme: '主题',
  themeText: '默认跟随系统，选择后将保存到您的账号。',
  palette: '涨跌配色',
  paletteText: '用于图表的买卖与涨跌，保存在本机。',
  paletteName: { international: '国际：绿涨红跌', chinese: '中国：红涨绿跌', colorblind: '色盲友好：蓝涨橙跌' },
  success: '修改成功',
}

export const signIn = {
  text: '本页显示您的账号数据，请登录后查看。',
  login: '登录',
  create: '注册账号',
}

export const notice = {}
