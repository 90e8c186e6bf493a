import type { Shape } from '../shape.ts'

/** Texts shared by the payment, promotion and administration pages. */
export const business = {
  loading: '正在加载…',
  copy: '复制{{what}}',
  explorer: '在区块浏览器中查看',
  inUsdt: '{{name}}（USDT）',
  left: '{{days}} 天 {{time}}',
  pages: {
    label: '分页',
    range: '第 {{from}}–{{to}} 条，共 {{total}} 条',
    rangeCapped: '第 {{from}}–{{to}} 条，共 {{total}} 条以上',
    previous: '上一页',
    next: '下一页',
  },
  stepUp: {
    heading: '身份验证',
    password: '密码',
    passwordText: '此操作需要再次输入登录密码，验证后 10 分钟内无需重复输入。',
    code: '验证码',
    codeText: '此操作需要输入验证器应用中的验证码或恢复码，验证后 10 分钟内无需重复输入。',
    required: '请填写此项',
    submit: '确认',
  },
}

export type BusinessMessages = Shape<typeof business>
