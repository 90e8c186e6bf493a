export const common = {
  close: '关闭',
  apply: '应用',
  retry: '重试',
  reload: '重新加载',
  copySuccess: '复制成功',
  copyFailed: '复制失败，请手动复制地址栏',
  simulated: '模拟',
}
