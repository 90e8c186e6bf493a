/** Error messages of specification section 8, shown when the server sends no message. */
export const errors = {
  sessionExpired: '登录身份已过期，请重新登录',
  connection: '后端连接错误',
  timeout: '后端请求超时',
  status: '后端接口 {{status}} 错误',
  code: '后端接口 {{code}} 错误',
  unreadable: '服务器返回的数据无法解析（{{code}}）。如果网站刚更新过，请重新加载页面。',
  unknown: '后端未知错误',
}
