/** /dev/outbox, in development only. */
export const outbox = {
  heading: '开发用发件箱',
  text: '未配置邮件服务器时，邮件保存在这里。',
  empty: '暂无邮件。',
  absent: '发件箱仅在本机的开发环境、且未配置邮件服务器时可用。',
  to: '收件人：{{to}}',
  open: '打开链接',
  content: '邮件正文',
}
