export const common = {
  /** Language tag for date formats. */
  language: 'zh',
  close: '关闭',
  cancel: '取消',
  apply: '应用',
  retry: '重试',
  reload: '重新加载',
  showPassword: '显示密码',
  hidePassword: '隐藏密码',
  copySuccess: '复制成功',
  copyFailed: '复制失败，请选中后手动复制',
  simulated: '模拟',
}
