/** /dev/outbox, in development only. */
export const outbox = {
  heading: '开发用发件箱',
  text: '没有配置邮件服务器时，邮件保留在这里。',
  empty: '还没有邮件。',
  absent: '发件箱只在开发环境的本机上、且没有配置邮件服务器时可用。',
  to: '收件人：{{to}}',
  open: '打开链接',
  content: '邮件正文',
}
