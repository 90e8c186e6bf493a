export const shell = {
  title: {
    order: '订单流',
    notFound: '页面不存在',
  },
  skip: '跳到主要内容',
  navigation: '主导航',
  language: '语言',
  languageName: { zh: '中文', en: 'English' },
  theme: '主题',
  themeName: { system: '跟随系统', light: '浅色', dark: '深色' },
  notFound: {
    heading: '这里没有页面',
    text: '地址 {{path}} 不存在，可能已经移动或输入有误。',
    back: '打开订单流图表',
  },
  crash: {
    heading: '页面出了点问题',
    text: '重新加载通常可以解决。您的设置保存在本机，不会丢失。',
    outdated: '网站已更新，请重新加载以使用新版本。',
    details: '技术细节',
  },
  loading: '正在加载',
}
