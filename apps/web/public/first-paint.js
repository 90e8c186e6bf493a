// Sets what the first paint depends on. Kept apart from the bundle because a module runs too late for it.
// The same three keys are read again by src/shared/theme and src/shared/i18n, which own them from then on.
;(function () {
  var root = document.documentElement
  var read = function (key) {
    try {
      return localStorage.getItem(key)
    } catch {
      return null
    }
  }
  var language = read('language') === 'en' ? 'en' : 'zh'
  var theme = read('flowprint:theme')
  if (theme !== 'light' && theme !== 'dark') {
    theme = matchMedia('(prefers-color-scheme: light)').matches ? 'light' : 'dark'
  }
  var palette = read('flowprint:palette')
  if (palette !== 'international' && palette !== 'chinese' && palette !== 'colorblind') {
    palette = language === 'zh' ? 'chinese' : 'international'
  }
  root.lang = language === 'en' ? 'en' : 'zh-CN'
  root.dataset.theme = theme
  root.dataset.palette = palette
})()
