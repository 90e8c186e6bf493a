import { afterAll, describe, expect, test } from 'vitest'
import { PASSWORD, accountWorld } from './world.ts'

const world = await accountWorld()
afterAll(() => world.close())
const { call, registration, signUp } = world
const person = await signUp({
  username: 'lovelace',
  first_name: 'Margaret',
  last_name: 'Byron-Smith',
  email: 'countess@example.org',
})

interface Case {
  readonly what: string
  readonly path: string
  readonly body: unknown
  readonly signedIn?: true
  readonly error: string
  readonly code?: number
  /** Errors of every field at once; null = no fields. */
  readonly fields: Readonly<Record<string, readonly string[]>> | null
  readonly zh: string
  readonly en: string
}

const full = registration()
const INCOMPLETE = { zh: '请先完善注册信息', en: 'Please complete the registration information first' }
const MODIFY = { zh: '请填写修改资料', en: 'Please fill in the modification data' }
const COMPLETE = { zh: '请填写完整信息', en: 'Please fill in complete information' }
const MAILBOX = { zh: '邮箱格式不正确', en: 'The mailbox format is incorrect' }
const DIFFER = { zh: '两次输入的密码不一致', en: 'The two passwords are inconsistent' }
const WRONG = { zh: '密码错误', en: 'The password is wrong' }
const REQUIRED = ['REQUIRED']

const CASES: readonly Case[] = [
  {
    what: 'an empty form',
    path: '/register',
    body: {},
    error: 'VALIDATION',
    ...INCOMPLETE,
    fields: {
      username: REQUIRED,
      first_name: REQUIRED,
      last_name: REQUIRED,
      email: REQUIRED,
      password: REQUIRED,
      confirm_password: REQUIRED,
    },
  },
  {
    what: 'no form at all',
    path: '/register',
    body: [],
    error: 'VALIDATION',
    ...INCOMPLETE,
    fields: {
      username: REQUIRED,
      first_name: REQUIRED,
      last_name: REQUIRED,
      email: REQUIRED,
      password: REQUIRED,
      confirm_password: REQUIRED,
    },
  },
  {
    what: 'numbers for texts',
    path: '/register',
    body: { ...full, username: 7, email: {} },
    error: 'VALIDATION',
    ...INCOMPLETE,
    fields: { username: ['BAD_BODY'], email: ['BAD_BODY'] },
  },
  {
    what: 'blanks for names',
    path: '/register',
    body: { ...full, first_name: ' \t', last_name: '\u3000' },
    error: 'VALIDATION',
    ...INCOMPLETE,
    fields: { first_name: REQUIRED, last_name: REQUIRED },
  },
  {
    what: 'passwords that differ',
    path: '/register',
    body: { ...full, confirm_password: 'x' },
    error: 'PASSWORDS_DIFFER',
    ...DIFFER,
    fields: { confirm_password: ['PASSWORDS_DIFFER'] },
  },
  {
    what: 'no address',
    path: '/register',
    body: { ...full, email: 'unknown' },
    error: 'VALIDATION',
    ...MAILBOX,
    fields: { email: ['BAD_EMAIL'] },
  },
  {
    what: 'a username with blanks',
    path: '/register',
    body: { ...full, username: 'a b' },
    error: 'VALIDATION',
    fields: { username: ['BAD_USERNAME'] },
    zh: '用户名只能包含字母、数字和 @ . + - _',
    en: 'The username may contain only letters, digits and @ . + - _',
  },
  {
    what: 'a username of 151 characters',
    path: '/register',
    body: { ...full, username: 'a'.repeat(151) },
    error: 'VALIDATION',
    fields: { username: ['TOO_LONG'] },
    zh: '最多 150 个字符',
    en: 'At most 150 characters',
  },
  {
    what: 'a name with a line break',
    path: '/register',
    body: { ...full, first_name: 'A\nB' },
    error: 'VALIDATION',
    fields: { first_name: ['BAD_NAME'] },
    zh: '姓名中含有不允许的字符',
    en: 'The name contains characters that are not allowed',
  },
  {
    what: 'a name with a right-to-left override',
    path: '/register',
    body: { ...full, first_name: 'A\u202eB' },
    error: 'VALIDATION',
    fields: { first_name: ['BAD_NAME'] },
    zh: '姓名中含有不允许的字符',
    en: 'The name contains characters that are not allowed',
  },
  {
    what: 'a taken username',
    path: '/register',
    body: { ...full, username: 'LoveLace' },
    error: 'USERNAME_TAKEN',
    code: 409,
    fields: { username: ['USERNAME_TAKEN'] },
    zh: '用户名已被使用',
    en: 'This username is taken',
  },
  {
    what: 'a reserved username',
    path: '/register',
    body: { ...full, username: 'deleted-1' },
    error: 'USERNAME_TAKEN',
    code: 409,
    fields: { username: ['USERNAME_TAKEN'] },
    zh: '用户名已被使用',
    en: 'This username is taken',
  },
  {
    what: 'a short password',
    path: '/register',
    body: { ...full, password: 'qzjxk', confirm_password: 'qzjxk' },
    error: 'PASSWORD_TOO_SHORT',
    fields: { password: ['PASSWORD_TOO_SHORT'] },
    zh: '密码至少 6 个字符',
    en: 'The password must have at least 6 characters',
  },
  {
    what: 'digits only',
    path: '/register',
    body: { ...full, password: '84920175633', confirm_password: '84920175633' },
    error: 'PASSWORD_NUMERIC',
    fields: { password: ['PASSWORD_NUMERIC'] },
    zh: '密码不能全部为数字',
    en: 'The password must not consist of digits only',
  },
  {
    what: 'a common password',
    path: '/register',
    body: { ...full, password: 'letmein', confirm_password: 'letmein' },
    error: 'PASSWORD_COMMON',
    fields: { password: ['PASSWORD_COMMON'] },
    zh: '密码过于常见',
    en: 'The password is too common',
  },
  {
    what: 'the name of the product',
    path: '/register',
    body: { ...full, password: 'flowprint9', confirm_password: 'flowprint9' },
    error: 'PASSWORD_COMMON',
    fields: { password: ['PASSWORD_COMMON'] },
    zh: '密码过于常见',
    en: 'The password is too common',
  },
  {
    what: 'a password like the username',
    path: '/register',
    body: { ...full, username: 'margaret', password: 'margaret7', confirm_password: 'margaret7' },
    error: 'PASSWORD_SIMILAR',
    fields: { password: ['PASSWORD_SIMILAR'] },
    zh: '密码与用户名过于相似',
    en: 'The password is too similar to the username',
  },
  {
    what: 'three faults of a password and two more',
    path: '/register',
    body: { ...full, username: '54321', email: 'x', password: '12345', confirm_password: '1' },
    error: 'VALIDATION',
    fields: {
      email: ['BAD_EMAIL'],
      confirm_password: ['PASSWORDS_DIFFER'],
      password: ['PASSWORD_SIMILAR', 'PASSWORD_TOO_SHORT', 'PASSWORD_COMMON', 'PASSWORD_NUMERIC'],
    },
    zh: '邮箱格式不正确；两次输入的密码不一致；密码与用户名过于相似；密码至少 6 个字符；密码过于常见；密码不能全部为数字',
    en: 'The mailbox format is incorrect; The two passwords are inconsistent; The password is too similar to the username; The password must have at least 6 characters; The password is too common; The password must not consist of digits only',
  },
  {
    what: 'a password of 257 characters',
    path: '/register',
    body: { ...full, password: 'x'.repeat(257), confirm_password: 'x'.repeat(257) },
    error: 'VALIDATION',
    fields: { password: ['TOO_LONG'], confirm_password: ['TOO_LONG'] },
    zh: '最多 256 个字符',
    en: 'At most 256 characters',
  },

  {
    what: 'an empty form',
    path: '/login',
    body: {},
    error: 'VALIDATION',
    fields: { email: REQUIRED, password: REQUIRED },
    zh: '请完善登录账号',
    en: 'Please complete the login account',
  },
  {
    what: 'no address',
    path: '/login',
    body: { email: 'x', password: 'y' },
    error: 'VALIDATION',
    ...MAILBOX,
    fields: { email: ['BAD_EMAIL'] },
  },
  {
    what: 'a wrong password',
    path: '/login',
    body: { email: person.email, password: 'wrong' },
    error: 'LOGIN_FAILED',
    code: 402,
    fields: null,
    zh: '邮箱或密码错误',
    en: 'The e-mail or the password is wrong',
  },
  {
    what: 'an unknown address',
    path: '/login',
    body: { email: 'unknown@example.com', password: PASSWORD },
    error: 'LOGIN_FAILED',
    code: 402,
    fields: null,
    zh: '邮箱或密码错误',
    en: 'The e-mail or the password is wrong',
  },

  {
    what: 'an empty form',
    path: '/send_activation_code',
    body: {},
    error: 'VALIDATION',
    ...COMPLETE,
    fields: { email: REQUIRED },
  },
  {
    what: 'no address',
    path: '/send_activation_code',
    body: { email: 'x' },
    error: 'VALIDATION',
    ...MAILBOX,
    fields: { email: ['BAD_EMAIL'] },
  },
  {
    what: 'an empty form',
    path: '/forget_password',
    body: {},
    error: 'VALIDATION',
    ...COMPLETE,
    fields: { email: REQUIRED },
  },
  {
    what: 'no address',
    path: '/forget_password',
    body: { email: 'a@b' },
    error: 'VALIDATION',
    ...MAILBOX,
    fields: { email: ['BAD_EMAIL'] },
  },
  {
    what: 'no link',
    path: '/active_password',
    body: {},
    error: 'LINK_INVALID',
    code: 410,
    fields: null,
    zh: '参数错误',
    en: 'Parameter error',
  },
  {
    what: 'a wrong link',
    path: '/active_password',
    body: { token: 'x', new_password: '1', confirm_password: '2' },
    error: 'LINK_INVALID',
    code: 410,
    fields: null,
    zh: '参数错误',
    en: 'Parameter error',
  },

  {
    what: 'an empty form',
    path: '/reset_password',
    signedIn: true,
    body: {},
    error: 'VALIDATION',
    ...COMPLETE,
    fields: { old_password: REQUIRED, new_password: REQUIRED, confirm_password: REQUIRED },
  },
  {
    what: 'a wrong old password',
    path: '/reset_password',
    signedIn: true,
    body: { old_password: 'wrong', new_password: 'harbour 77 lights', confirm_password: 'harbour 77 lights' },
    error: 'VALIDATION',
    fields: { old_password: ['OLD_PASSWORD_WRONG'] },
    zh: '原密码错误',
    en: 'The old password is wrong',
  },
  {
    what: 'a new password like the last name',
    path: '/reset_password',
    signedIn: true,
    body: { old_password: PASSWORD, new_password: 'byronsmith', confirm_password: 'byronsmith' },
    error: 'PASSWORD_SIMILAR',
    fields: { new_password: ['PASSWORD_SIMILAR'] },
    zh: '密码与姓氏过于相似',
    en: 'The password is too similar to the last name',
  },
  {
    what: 'a new password like the first name',
    path: '/reset_password',
    signedIn: true,
    body: { old_password: PASSWORD, new_password: 'margaret7', confirm_password: 'margaret7' },
    error: 'PASSWORD_SIMILAR',
    fields: { new_password: ['PASSWORD_SIMILAR'] },
    zh: '密码与名字过于相似',
    en: 'The password is too similar to the first name',
  },
  {
    what: 'a new password like the address',
    path: '/reset_password',
    signedIn: true,
    body: { old_password: PASSWORD, new_password: 'countess1', confirm_password: 'countess1' },
    error: 'PASSWORD_SIMILAR',
    fields: { new_password: ['PASSWORD_SIMILAR'] },
    zh: '密码与邮箱过于相似',
    en: 'The password is too similar to the e-mail address',
  },
  {
    what: 'new passwords that differ',
    path: '/reset_password',
    signedIn: true,
    body: { old_password: PASSWORD, new_password: 'harbour 77 lights', confirm_password: 'harbour' },
    error: 'PASSWORDS_DIFFER',
    ...DIFFER,
    fields: { confirm_password: ['PASSWORDS_DIFFER'] },
  },

  {
    what: 'an empty form',
    path: '/reset_email',
    signedIn: true,
    body: {},
    error: 'VALIDATION',
    ...MODIFY,
    fields: { email: REQUIRED, password: REQUIRED },
  },
  {
    what: 'no address',
    path: '/reset_email',
    signedIn: true,
    body: { email: 'x', password: PASSWORD },
    error: 'VALIDATION',
    ...MAILBOX,
    fields: { email: ['BAD_EMAIL'] },
  },
  {
    what: 'a wrong password',
    path: '/reset_email',
    signedIn: true,
    body: { email: 'new@example.com', password: 'x' },
    error: 'VALIDATION',
    ...WRONG,
    fields: { password: ['PASSWORD_WRONG'] },
  },
  {
    what: 'an empty form',
    path: '/reset_name',
    signedIn: true,
    body: {},
    error: 'VALIDATION',
    ...MODIFY,
    fields: { first_name: REQUIRED, last_name: REQUIRED },
  },
  {
    what: 'a bad username',
    path: '/reset_name',
    signedIn: true,
    body: { username: '😀', first_name: 'A', last_name: 'B' },
    error: 'VALIDATION',
    fields: { username: ['BAD_USERNAME'] },
    zh: '用户名只能包含字母、数字和 @ . + - _',
    en: 'The username may contain only letters, digits and @ . + - _',
  },
  {
    what: 'no theme',
    path: '/reset_theme',
    signedIn: true,
    body: {},
    error: 'VALIDATION',
    ...MODIFY,
    fields: { theme: REQUIRED },
  },
  {
    what: 'an unknown theme',
    path: '/reset_theme',
    signedIn: true,
    body: { theme: 'blue' },
    error: 'VALIDATION',
    fields: { theme: ['NOT_A_CHOICE'] },
    zh: '须为以下之一：light, dark',
    en: 'must be one of light, dark',
  },
  {
    what: 'an unknown language',
    path: '/reset_language',
    signedIn: true,
    body: { language: 'fr' },
    error: 'VALIDATION',
    fields: { language: ['NOT_A_CHOICE'] },
    zh: '须为以下之一：zh, en',
    en: 'must be one of zh, en',
  },
  {
    what: 'neither id nor all',
    path: '/revoke_session',
    signedIn: true,
    body: {},
    error: 'VALIDATION',
    fields: { id: REQUIRED },
    zh: 'id: 必填',
    en: 'id: is required',
  },
  {
    what: 'no such session',
    path: '/revoke_session',
    signedIn: true,
    body: { id: 999_999 },
    error: 'NOT_FOUND',
    code: 404,
    fields: null,
    zh: '未找到',
    en: 'Not found',
  },
  {
    what: 'nothing',
    path: '/step_up',
    signedIn: true,
    body: {},
    error: 'VALIDATION',
    ...COMPLETE,
    fields: { password: REQUIRED },
  },
  {
    what: 'a wrong password',
    path: '/step_up',
    signedIn: true,
    body: { password: 'x' },
    error: 'VALIDATION',
    ...WRONG,
    fields: { password: ['PASSWORD_WRONG'] },
  },
  {
    what: 'nothing',
    path: '/otp_setup',
    signedIn: true,
    body: {},
    error: 'VALIDATION',
    ...COMPLETE,
    fields: { password: REQUIRED },
  },
  {
    what: 'nothing',
    path: '/otp_enable',
    signedIn: true,
    body: {},
    error: 'VALIDATION',
    ...COMPLETE,
    fields: { otp: REQUIRED },
  },
  {
    what: 'a code before the set-up',
    path: '/otp_enable',
    signedIn: true,
    body: { otp: '123456' },
    error: 'OTP_SETUP_REQUIRED',
    code: 428,
    fields: null,
    zh: '请先设置验证器',
    en: 'Please set up an authenticator app first',
  },
  {
    what: 'nothing',
    path: '/otp_disable',
    signedIn: true,
    body: {},
    error: 'VALIDATION',
    ...COMPLETE,
    fields: { password: REQUIRED, otp: REQUIRED },
  },
  {
    what: 'a code without an authenticator',
    path: '/otp_disable',
    signedIn: true,
    body: { password: PASSWORD, otp: '123456' },
    error: 'OTP_WRONG',
    code: 428,
    fields: null,
    zh: '验证码错误',
    en: 'The code is wrong',
  },
  {
    what: 'a wrong password',
    path: '/export_data',
    signedIn: true,
    body: { password: 'x' },
    error: 'VALIDATION',
    ...WRONG,
    fields: { password: ['PASSWORD_WRONG'] },
  },
  {
    what: 'a wrong password',
    path: '/delete_account',
    signedIn: true,
    body: { password: 'x' },
    error: 'VALIDATION',
    ...WRONG,
    fields: { password: ['PASSWORD_WRONG'] },
  },
  {
    what: 'an unknown property',
    path: '/properties',
    body: { code: 'x' },
    error: 'VALIDATION',
    fields: { code: ['NOT_A_CHOICE'] },
    zh: 'code: 须为以下之一：role, theme, language, network_type, order_status, share_status',
    en: 'code: must be one of role, theme, language, network_type, order_status, share_status',
  },
]

const slugsOf = (fields: Record<string, { error: string }[]> | undefined) =>
  fields === undefined
    ? null
    : Object.fromEntries(Object.entries(fields).map(([name, faults]) => [name, faults.map((fault) => fault.error)]))

describe.each(CASES)('$path rejects $what', ({ path, body, signedIn, error, code = 400, fields, zh, en }) => {
  test.each([
    ['zh', zh],
    ['en', en],
  ] as const)('in %s', async (language, message) => {
    const answer = await call(path, body, { language, ...(signedIn === undefined ? {} : { token: person.token }) })
    expect({ status: answer.status, code: answer.code, error: answer.data.error, message: answer.message }).toEqual({
      status: 200,
      code,
      error,
      message,
    })
    expect(slugsOf(answer.data.fields)).toEqual(fields)
    const sentences = Object.values(answer.data.fields ?? {}).flatMap((faults) =>
      (faults as { message: string }[]).map((fault) => fault.message),
    )
    for (const sentence of [answer.message, ...sentences]) {
      expect(sentence).not.toContain('Token')
      expect(sentence).not.toBe('')
      if (language === 'zh') expect(sentence).toMatch(/\p{Script=Han}/u)
      else expect(sentence).not.toMatch(/\p{Script=Han}/u)
    }
  })
})

test('rejected requests change nothing', async () => {
  expect((await call('/user_info', {}, { token: person.token })).data).toMatchObject({
    username: 'lovelace',
    first_name: 'Margaret',
    last_name: 'Byron-Smith',
    email: person.email,
    pending_email: null,
    theme: null,
    otp_enabled: false,
  })
  expect(await world.logIn(person.email)).toMatch(/^ofs_/)
})

test('every call for users asks a visitor to log in', async () => {
  for (const path of [
    '/user_info',
    '/logout',
    '/reset_password',
    '/reset_email',
    '/reset_name',
    '/reset_theme',
    '/reset_language',
    '/sessions',
    '/revoke_session',
    '/step_up',
    '/otp_setup',
    '/otp_enable',
    '/otp_disable',
    '/export_data',
    '/delete_account',
  ]) {
    expect([path, await call(path, {})]).toMatchObject([
      path,
      { status: 401, code: 401, data: { error: 'UNAUTHENTICATED' } },
    ])
    expect([path, await call(path, {}, { token: 'ofs_none' })]).toMatchObject([
      path,
      { status: 401, code: 401, data: { error: 'SESSION_EXPIRED' } },
    ])
  }
})
