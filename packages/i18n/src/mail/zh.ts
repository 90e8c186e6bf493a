import type { MailWordsOf } from './words.ts'

const greeting = (name: string): string => `${name}，您好：`
const stranger = '您好：'

export const zh: MailWordsOf = {
  activate: ({ link, minutes, name, at }, site) => ({
    subject: `激活您的 ${site} 账号`,
    greeting: stranger,
    paragraphs: [
      `感谢您注册 ${site}。请在 ${minutes} 分钟内点击下面的链接激活账号，激活后即可登录。`,
      ...(name === undefined || at === undefined ? [] : [`注册的用户名：“${name}”，注册时间：${at}。`]),
    ],
    action: { label: '激活账号', link },
    notes: [
      '如果链接已失效，请在登录页重新获取激活邮件。',
      '如果不是您本人注册，请不要点击链接：账号不会被启用，并将在 7 天后删除。',
      '如果您注册过，但用户名或注册时间与您的不符，说明有人使用了您的邮箱。请不要点击链接，重新注册即可，以最近一次注册为准。',
      '如果您已经点击了链接，请通过“忘记密码”设置新密码：在激活后 7 天内，这会退出所有设备的登录，并移除此前设置的验证器、Webhook 和推送通知。',
    ],
  }),
  already_registered: ({ name, login_link, reset_link }, site) => ({
    subject: `您已有 ${site} 账号`,
    greeting: greeting(name),
    paragraphs: [`刚才有人用这个邮箱注册 ${site}，但该邮箱已经有账号，因此没有新建账号。您可以直接登录。`],
    action: { label: '登录', link: login_link },
    notes: [`忘记密码？请在这里重新设置：${reset_link}`, '如果不是您本人操作，无需处理，您的账号没有任何变化。'],
  }),
  reset: ({ name, link, minutes }, site) => ({
    subject: `重置您的 ${site} 密码`,
    greeting: greeting(name),
    paragraphs: [
      `我们收到了重置 ${site} 密码的请求。请在 ${minutes} 分钟内点击下面的链接设置新密码，该链接只能使用一次。`,
    ],
    action: { label: '设置新密码', link },
    notes: ['如果不是您本人操作，请忽略本邮件，您的密码不会改变。'],
  }),
  password_changed: ({ name, at, reset_link, cleared = false }, site) => ({
    subject: `您的 ${site} 密码已修改`,
    greeting: greeting(name),
    paragraphs: [`您的 ${site} 密码已于 ${at} 修改，所有设备上的登录均已退出，请使用新密码重新登录。`],
    notes: [
      ...(cleared ? ['由于账号激活未满 7 天，此前设置的验证器、Webhook 和推送通知已被移除，如有需要请重新设置。'] : []),
      `如果不是您本人操作，请立即重新设置密码：${reset_link}`,
    ],
  }),
  confirm_email: ({ link, minutes }, site) => ({
    subject: `确认您的新邮箱`,
    greeting: stranger,
    paragraphs: [
      `有 ${site} 用户申请将账号邮箱更改为本邮箱。请在 ${minutes} 分钟内点击下面的链接确认，确认之前仍使用原来的邮箱。`,
    ],
    action: { label: '确认新邮箱', link },
    notes: ['如果不是您本人操作，请忽略本邮件，账号不会有任何更改。'],
  }),
  email_changed: ({ name, new_email, at }, site) => ({
    subject: `您的 ${site} 邮箱已更改`,
    greeting: greeting(name),
    paragraphs: [`您的 ${site} 账号邮箱已于 ${at} 更改为 ${new_email}，今后请使用新邮箱登录，通知也将发送到新邮箱。`],
    notes: ['如果不是您本人操作，请立即联系我们。'],
  }),
  order_received: ({ name, amount, transaction_id, link }, site) => ({
    subject: `已收到您的 ${site} 订单`,
    greeting: greeting(name),
    paragraphs: [
      `您提交的付款信息已收到，正在等待审核。应付金额 ${amount} USDT，交易 ID：${transaction_id}`,
      '请勿重复付款。审核结果会发送到本邮箱，通过后会员自动生效。',
    ],
    action: { label: '查看订单', link },
    notes: ['如果不是您本人提交，请立即修改密码并联系我们。'],
  }),
  review_digest: ({ name, orders, disputes, waiting, link }, site) => ({
    subject: `${site} 有待审核的订单：${waiting} 笔`,
    greeting: greeting(name),
    paragraphs: [`新订单：${orders} 笔。新的交易争议：${disputes} 笔。`, `目前共有 ${waiting} 笔订单等待审核。`],
    action: { label: '审核订单', link },
    notes: ['仅在有新订单或争议时发送，最多每 10 分钟一封。'],
  }),
  became_inviter: ({ name, invite_link, link }, site) => ({
    subject: `您已成为 ${site} 推广人`,
    greeting: greeting(name),
    paragraphs: [
      `您的 ${site} 账号已开通推广权限。您的专属邀请链接：${invite_link}`,
      '受邀者付款后，您将按等级获得分成。请在推广页面填写您的 TRC20 收款地址。',
    ],
    action: { label: '查看推广', link },
    notes: ['无需重新登录；如果页面已打开，刷新后即可看到推广入口。'],
  }),
  trial_started: ({ name, days, until, link }, site) => ({
    subject: `您的 ${site} ${days} 天试用已开始`,
    greeting: greeting(name),
    paragraphs: [`您的账号已激活，${days} 天会员试用从现在开始，有效期至 ${until}。试用期间图表实时显示，没有延迟。`],
    action: { label: '打开图表', link },
    notes: ['试用到期后无需任何操作，也不会扣费。试用期间开通会员，剩余天数会保留。'],
  }),
  order_passed: ({ name, amount, until, remark, link }, site) => ({
    subject: `您的 ${site} 会员已开通`,
    greeting: greeting(name),
    paragraphs: [`您支付的 ${amount} USDT 已审核通过，会员有效期至 ${until}。`, `审核备注：${remark}`],
    action: { label: '查看订单', link },
    notes: ['感谢您的支持。会员到期前可随时续费，剩余天数会保留。'],
  }),
  order_refused: ({ name, transaction_id, remark, link }, site) => ({
    subject: `您的 ${site} 订单未通过审核`,
    greeting: greeting(name),
    paragraphs: [`交易 ${transaction_id} 对应的订单未通过审核。`, `原因：${remark}`],
    action: { label: '查看订单', link },
    notes: ['核对信息后可以重新提交。如有疑问，请联系我们。'],
  }),
  order_reversed: ({ name, transaction_id, until, remark, link }, site) => ({
    subject: `您的 ${site} 订单已撤销`,
    greeting: greeting(name),
    paragraphs: [`交易 ${transaction_id} 对应的订单已撤销，会员有效期改为 ${until}。`, `原因：${remark}`],
    action: { label: '查看订单', link },
    notes: ['如有疑问，请联系我们。'],
  }),
  membership_ends: ({ name, days, until, is_trial, link }, site) => ({
    subject: is_trial ? `您的 ${site} 试用还剩 ${days} 天` : `您的 ${site} 会员还剩 ${days} 天`,
    greeting: greeting(name),
    paragraphs: [
      `${is_trial ? '您的试用' : '您的会员'}还剩 ${days} 天，将于 ${until} 到期。到期后图表将延迟显示。`,
      '现在续费，剩余天数会保留。',
    ],
    action: { label: is_trial ? '开通会员' : '续费', link },
    notes: ['每个到期日只提醒两次：提前七天和提前一天。'],
  }),
  payout_reminder: ({ name, amount, has_address, link }, site) => ({
    subject: has_address ? `您在 ${site} 的推广分成待结算` : `请设置您在 ${site} 的收款地址`,
    greeting: greeting(name),
    paragraphs: [
      `您有 ${amount} USDT 的推广分成等待结算。`,
      has_address ? '请确认收款地址仍然正确。' : '您尚未设置收款地址，暂时无法向您付款。请填写您的 TRC20 收款地址。',
    ],
    action: { label: has_address ? '查看推广' : '填写收款地址', link },
    notes: ['感谢您的推荐。'],
  }),
  shares_settled: ({ name, amount, count, settlement_id, address, link }, site) => ({
    subject: `您在 ${site} 的推广分成已结算`,
    greeting: greeting(name),
    paragraphs: [`${count} 笔分成共 ${amount} USDT 已转至 ${address}。`, `结算 ID：${settlement_id}`],
    action: { label: '查看推广', link },
    notes: ['结算 ID 即 TRON 网络上的交易 ID。如未到账，请联系我们。'],
  }),
  payout_address_changed: ({ name, address, at, hours, link, is_first = false }, site) => ({
    subject: `您在 ${site} 的收款地址已${is_first ? '设置' : '修改'}`,
    greeting: greeting(name),
    paragraphs: [
      `您在 ${site} 的收款地址已于 ${at} ${is_first ? '设置' : '修改'}为 ${address}。`,
      hours === 0
        ? is_first
          ? '今后的分成将付到这个地址（等待时间：0 小时）。'
          : '新地址即时生效（等待时间：0 小时）。'
        : `为了资金安全，${hours} 小时内不会向新地址付款。`,
    ],
    action: { label: '查看推广', link },
    notes: ['如果不是您本人操作，请立即修改密码并联系我们。'],
  }),
  payment_setting_changed: ({ name, setting, before, after, actor, at, remark, link }, site) => {
    const what = { receive_address: '收款地址', original_price: '原价', discount: '优惠价' }[setting]
    return {
      subject: `${site} 的${what}已修改`,
      greeting: greeting(name),
      paragraphs: [
        `${actor} 于 ${at} 修改了 ${site} 的${what}。`,
        `修改前：${before ?? '未设置'}`,
        `修改后：${after ?? '未设置'}`,
        `备注：${remark}`,
      ],
      action: { label: '查看设置', link },
      notes: ['所有管理员都会收到本邮件。如果并非管理员本人操作，请立即恢复原值，并停用上述管理员账号。'],
    }
  },
  alert: ({ name, title, body, at, link }, site) => ({
    subject: `${site} 预警：${title.slice(0, 40)}`,
    greeting: greeting(name),
    paragraphs: [title, `${body}。时间：${at}`],
    action: { label: '查看图表', link },
    notes: ['您收到本邮件，是因为您为该预警选择了邮件通知。可在图表页的预警列表中修改或删除。'],
  }),
  contact: ({ from_name, from_email, text, at }, site) => ({
    subject: `${site} 联系表单：${from_name.slice(0, 40)}`,
    greeting: stranger,
    paragraphs: [`${from_name}（${from_email}）于 ${at} 通过 ${site} 的联系表单留言：`, text],
    notes: ['直接回复本邮件即可答复对方。姓名和邮箱由对方填写，未经验证，请勿轻信其中的链接和付款要求。'],
    replyTo: { name: from_name, address: from_email },
  }),
}
