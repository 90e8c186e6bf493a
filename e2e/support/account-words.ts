/** Texts of the account pages from the specification; repeated here so that a change fails the tests. */
export interface AccountWords {
  readonly login: string
  readonly loginSubmit: string
  readonly create: string
  readonly createSubmit: string
  readonly settings: string
  readonly menu: string
  readonly logout: string
  readonly logoutConfirm: string
  readonly username: string
  readonly firstName: string
  readonly lastName: string
  readonly email: string
  readonly newEmail: string
  readonly password: string
  readonly confirmPassword: string
  readonly oldPassword: string
  readonly newPassword: string
  readonly registrationIncomplete: string
  readonly loginIncomplete: string
  readonly emailFormat: string
  readonly passwordsDiffer: string
  readonly modificationIncomplete: string
  readonly registered: string
  readonly notActivated: string
  readonly linkSent: string
  readonly sendActivation: string
  readonly openLink: string
  readonly activated: string
  readonly activationFailed: string
  readonly parameterError: string
  readonly toLogin: string
  readonly loginFailed: string
  readonly renew: string
  readonly openMembership: string
  readonly profile: string
  readonly save: string
  readonly modified: string
  readonly changeEmail: string
  readonly sendConfirmation: string
  readonly changePassword: string
  readonly logInAgain: string
  readonly forgot: string
  readonly sendMail: string
  readonly resetMailSent: string
  readonly checkSpam: string
  readonly resetPassword: string
  readonly resetDone: string
  readonly identityExpired: string
  readonly delayed: string
}

export const WORDS: Readonly<Record<'zh' | 'en', AccountWords>> = {
  zh: {
    login: '登录',
    loginSubmit: '登录',
    create: '注册账号',
    createSubmit: '注册',
    settings: '设置',
    menu: '菜单',
    logout: '退出登录',
    logoutConfirm: '退出',
    username: '用户名',
    firstName: '名',
    lastName: '姓',
    email: '邮箱',
    newEmail: '新邮箱',
    password: '密码',
    confirmPassword: '确认密码',
    oldPassword: '原密码',
    newPassword: '新密码',
    registrationIncomplete: '请先完善注册信息',
    loginIncomplete: '请完善登录账号',
    emailFormat: '邮箱格式不正确',
    passwordsDiffer: '两次输入的密码不一致',
    modificationIncomplete: '请填写修改资料',
    registered: '注册成功，请在 30 分钟内前往注册邮箱激活',
    notActivated: '账号尚未激活',
    linkSent: '激活链接发送成功，请前往注册邮箱并在 30 分钟内激活',
    sendActivation: '发送激活邮件',
    openLink: '打开链接',
    activated: '账号激活成功',
    activationFailed: '账号激活失败',
    parameterError: '参数错误',
    toLogin: '前往登录',
    loginFailed: '邮箱或密码错误',
    renew: '已过期，请续费',
    openMembership: '开通会员',
    profile: '修改资料',
    save: '保存',
    modified: '修改成功',
    changeEmail: '修改邮箱',
    sendConfirmation: '发送确认链接',
    changePassword: '修改密码',
    logInAgain: '修改成功，请重新登录',
    forgot: '忘记密码？',
    sendMail: '发送邮件',
    resetMailSent: '如果该邮箱已注册账号，重置密码的说明已发送到该邮箱',
    checkSpam: '垃圾邮件',
    resetPassword: '重置密码',
    resetDone: '重置成功',
    identityExpired: '登录身份已过期，请重新登录',
    delayed: '延迟数据',
  },
  en: {
    login: 'Login',
    loginSubmit: 'Log in',
    create: 'Create account',
    createSubmit: 'Create account',
    settings: 'Settings',
    menu: 'Menu',
    logout: 'Logout',
    logoutConfirm: 'Log out',
    username: 'Username',
    firstName: 'First name',
    lastName: 'Last name',
    email: 'E-mail',
    newEmail: 'New e-mail',
    password: 'Password',
    confirmPassword: 'Confirm password',
    oldPassword: 'Old password',
    newPassword: 'New password',
    registrationIncomplete: 'Please complete the registration information first',
    loginIncomplete: 'Please complete the login account',
    emailFormat: 'The mailbox format is incorrect',
    passwordsDiffer: 'The two passwords are inconsistent',
    modificationIncomplete: 'Please fill in the modification data',
    registered: 'Registration is successful, please go to the registered email to activate within 30 minutes',
    notActivated: 'not activated',
    linkSent:
      'The activation link is sent successfully, please go to the registered email to activate within 30 minutes',
    sendActivation: 'Send activation e-mail',
    openLink: 'Open link',
    activated: 'Account activation succeeded',
    activationFailed: 'Account activation failed',
    parameterError: 'Parameter error',
    toLogin: 'Go to login',
    loginFailed: 'The e-mail or the password is wrong',
    renew: 'expired, please renew',
    openMembership: 'Open membership',
    profile: 'Modify profile',
    save: 'Save',
    modified: 'Successfully modified',
    changeEmail: 'Change e-mail',
    sendConfirmation: 'Send confirmation link',
    changePassword: 'Change password',
    logInAgain: 'Modification successful, please log in again',
    forgot: 'Forgot your password?',
    sendMail: 'Send e-mail',
    resetMailSent: 'instructions for setting a new password were sent',
    checkSpam: 'spam',
    resetPassword: 'Reset password',
    resetDone: 'Reset successful',
    identityExpired: 'login identity has expired, please log in again',
    delayed: 'Delayed',
  },
}
