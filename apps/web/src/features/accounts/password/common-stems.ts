/** What the commonest passwords of both languages are made of, commonest first. The whole list is asked by the server. */
export const COMMON_STEMS: readonly string[] = [
  'password', 'qwerty', 'abc', 'iloveyou', 'admin', 'welcome', 'monkey', 'dragon', 'letmein', 'football', 'master', 'hello',
  'sunshine', 'princess', 'shadow', 'superman', 'qwertyuiop', 'asdfghjkl', 'asdf', 'zxcvbnm', 'qazwsx', 'passw0rd', 'trustno1',
  'baseball', 'michael', 'jordan', 'charlie', 'login', 'secret', 'test', 'guest', 'user', 'root', 'love', 'money', 'bitcoin',
  'crypto', 'trader', 'trading', 'orderflow', 'footprint', 'binance', 'ethereum', 'wallet', 'whatever', 'freedom', 'killer',
  'summer', 'winter', 'flower', 'starwars', 'computer', 'internet', 'google', 'pokemon', 'batman', 'ninja', 'mustang', 'access',
  'woaini', 'woaiwojia', 'aini', 'wodemima', 'mima', 'nihao', 'zhang', 'wang', 'li', 'liu', 'chen', 'yang', 'huang', 'zhao',
  'zhongguo', 'beijing', 'shanghai', 'baobao', 'baobei', 'laopo', 'laogong', 'tiankong', 'woshishui', 'caonima', 'jiayou',
]
