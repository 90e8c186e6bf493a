// Sets what the first paint depends on. Kept apart from the bundle because a module runs too late for it.
// The keys are read again by src/shared/theme and src/shared/i18n, which own them from then on.
;(function () {
  var root = document.documentElement
  var read = function (key) {
    try {
      return localStorage.getItem(key)
    } catch {
      return null
    }
  }
  // An address may name a language, as search engines and links do: it counts as chosen.
  var named = new URLSearchParams(location.search).get('language')
  if (named === 'zh' || named === 'en') {
    try {
      localStorage.setItem('language', named)
    } catch {
      // Nothing can be stored: the document still opens in it.
    }
  }
  // The server names the operator's default where that is not zh.
  var language =
    (named === 'zh' || named === 'en' ? named : read('language') || root.dataset.defaultLanguage) === 'en' ? 'en' : 'zh'
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
  root.dataset.reader = read('Authorization') ? 'member' : 'visitor'
})()
