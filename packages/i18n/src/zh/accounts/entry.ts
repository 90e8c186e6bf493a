/** Pages shown when logged out: login, registration, activation, recovery. */
export const login = {
  heading: '登录',
  submit: '登录',
  forgot: '忘记密码？',
  noAccount: '还没有账号？',
  create: '注册账号',
  notActivated: '没有收到激活邮件？',
  otpHeading: '两步验证',
  otpText: '{{email}} 已开启两步验证，请输入验证器应用中的验证码。',
  otpSubmit: '验证',
  useRecovery: '使用恢复码',
  useOtp: '使用验证码',
  otherAccount: '使用其他账号',
  dev: '开发环境账号',
  devMember: '以会员登录',
  devAdmin: '以管理员登录',
  deletionCancelled: '欢迎回来，账号注销已取消',
  deletionPlanned: '账号将于 {{date}} 注销。在此之前登录即可取消。',
}

export const create = {
  heading: '注册账号',
  invited: '邀请码：{{code}}',
  invitedBy: '{{name}} 邀请您注册。',
  invitedForTrial: '{{name}} 邀请您：注册并激活账号，即可免费使用 {{days}} 天会员。',
  invalidCode: '邀请码 {{code}} 无效。请向邀请人索取新的链接，或直接注册（没有免费试用）。',
  agree: '注册即表示您同意{{terms}}。',
  trialFollows: '激活后，{{days}} 天会员免费试用随即开始。',
  submit: '注册',
  haveAccount: '已有账号？',
  login: '登录',
  successHeading: '请查收激活邮件',
  success: '注册成功，请在 {{minutes}} 分钟内前往注册邮箱激活',
  successText: '激活邮件已发送至 {{email}}。如未收到，请检查垃圾邮件文件夹，或重新发送。',
  toLogin: '前往登录',
}

export const active = {
  heading: '账号激活',
  working: '正在激活账号',
  success: '账号激活成功',
  successText: '现在可以登录了。',
  successTrial: '您的会员免费试用已开始，有效期至 {{date}}。现在可以登录了。',
  failed: '账号激活失败',
  failedText: '链接不完整、已失效或已使用。如果账号已激活，请直接登录；否则请重新发送激活邮件。',
  toLogin: '前往登录',
  sendAgain: '发送激活邮件',
}

export const sendActive = {
  heading: '发送激活邮件',
  text: '填写注册邮箱，我们将发送新的激活链接，此前的链接随之失效。',
  submit: '发送激活邮件',
  success: '激活链接发送成功，请前往注册邮箱并在 {{minutes}} 分钟内激活',
  successText: '如果 {{email}} 有待激活的账号，邮件很快就会送达。如未收到，请检查垃圾邮件文件夹。',
}

export const recovery = {
  heading: '找回密码',
  text: '填写注册邮箱，我们将发送重置密码的说明。',
  submit: '发送邮件',
  back: '返回登录',
  successHeading: '请查收邮件',
  success: '如果该邮箱已注册账号，重置密码的说明已发送到该邮箱，请注意查收。',
  spam: '如果没有收到邮件，请确认填写的是注册邮箱，并检查垃圾邮件文件夹。',
  again: '换一个邮箱',
}

export const changePassword = {
  heading: '重置密码',
  submit: '重置密码',
  success: '重置成功',
  successText: '所有设备均已退出登录，请使用新密码登录。',
  invalid: '参数错误',
  invalidText: '链接不完整、已失效或已使用，请重新获取。',
  again: '重新找回密码',
  toLogin: '前往登录',
}

export const changeEmail = {
  heading: '重置邮箱',
  working: '正在确认新邮箱',
  success: '修改成功',
  successText: '账号邮箱已更改为 {{email}}，今后请使用新邮箱登录。',
  invalid: '参数错误',
  invalidText: '链接不完整、已失效或已使用，请重新修改邮箱。',
  again: '修改邮箱',
  proceed: '打开订单流图表',
  toLogin: '前往登录',
}
