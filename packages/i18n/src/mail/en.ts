import type { MailWordsOf } from './words.ts'

const greeting = (name: string): string => `Hello ${name},`
const stranger = 'Hello,'

export const en: MailWordsOf = {
  activate: ({ link, minutes, name, at }, site) => ({
    subject: `Activate your ${site} account`,
    greeting: stranger,
    paragraphs: [
      `Thank you for registering with ${site}. Please activate your account within ${minutes} minutes using the link below, then log in.`,
      ...(name === undefined || at === undefined ? [] : [`Registered username: “${name}”. Registration time: ${at}.`]),
    ],
    action: { label: 'Activate account', link },
    notes: [
      'If the link no longer works, request a new activation e-mail on the login page.',
      'If you did not register, do not follow the link: the account stays inactive and is deleted after 7 days.',
      'If you did register, but not with this username or at this time, someone else used your address. Do not follow the link; register again: the latest registration counts.',
      'If you have already followed the link, set a new password with “Forgot password”. Within 7 days of activation this logs out all devices and removes any authenticator, webhooks and push notifications set up before.',
    ],
  }),
  already_registered: ({ name, login_link, reset_link }, site) => ({
    subject: `You already have a ${site} account`,
    greeting: greeting(name),
    paragraphs: [
      `Someone just tried to register with ${site} using this address. It already has an account, so no new one was created. You can simply log in.`,
    ],
    action: { label: 'Log in', link: login_link },
    notes: [
      `Forgot your password? Set a new one here: ${reset_link}`,
      'If this was not you, no action is needed: your account has not changed.',
    ],
  }),
  reset: ({ name, link, minutes }, site) => ({
    subject: `Reset your ${site} password`,
    greeting: greeting(name),
    paragraphs: [
      `We received a request to reset your ${site} password. Use the link below within ${minutes} minutes to set a new one. The link works once.`,
    ],
    action: { label: 'Set a new password', link },
    notes: ['If this was not you, please ignore this e-mail: your password will not change.'],
  }),
  password_changed: ({ name, at, reset_link, cleared = false }, site) => ({
    subject: `Your ${site} password was changed`,
    greeting: greeting(name),
    paragraphs: [
      `Your ${site} password was changed at ${at}. All devices were logged out; please log in again with the new password.`,
    ],
    notes: [
      ...(cleared
        ? [
            'Because the account was activated less than 7 days ago, its authenticator, webhook and push notifications were removed. Set them up again if you need them.',
          ]
        : []),
      `If this was not you, set a new password immediately: ${reset_link}`,
    ],
  }),
  confirm_email: ({ link, minutes }, site) => ({
    subject: 'Confirm your new e-mail address',
    greeting: stranger,
    paragraphs: [
      `A user of ${site} asked to use this address for the account. Please confirm within ${minutes} minutes using the link below. Until then the old address stays in use.`,
    ],
    action: { label: 'Confirm address', link },
    notes: ['If this was not you, please ignore this e-mail: nothing will change.'],
  }),
  email_changed: ({ name, new_email, at }, site) => ({
    subject: `Your ${site} e-mail address was changed`,
    greeting: greeting(name),
    paragraphs: [
      `The e-mail address of your ${site} account was changed to ${new_email} at ${at}. Log in with the new address from now on; notifications are sent there too.`,
    ],
    notes: ['If this was not you, please contact us immediately.'],
  }),
  order_received: ({ name, amount, transaction_id, link }, site) => ({
    subject: `We received your ${site} order`,
    greeting: greeting(name),
    paragraphs: [
      `Your payment is waiting for review. Amount to pay: ${amount} USDT. Transaction ID: ${transaction_id}`,
      'Please do not pay again. You will get the result by e-mail, and your membership starts as soon as the payment is approved.',
    ],
    action: { label: 'View order', link },
    notes: ['If you did not submit this, change your password immediately and contact us.'],
  }),
  review_digest: ({ name, orders, disputes, waiting, link }, site) => ({
    subject: `${site} orders pending review: ${waiting}`,
    greeting: greeting(name),
    paragraphs: [`New orders: ${orders}. New disputes: ${disputes}.`, `Orders pending review: ${waiting}.`],
    action: { label: 'Review orders', link },
    notes: ['This e-mail is sent only when there are new orders or disputes, at most every 10 minutes.'],
  }),
  became_inviter: ({ name, invite_link, link }, site) => ({
    subject: `You are now a ${site} inviter`,
    greeting: greeting(name),
    paragraphs: [
      `Your ${site} account can now invite others. Your invite link: ${invite_link}`,
      'When people you invited pay, you earn a share according to your level. Please enter your TRC20 payout address on the promotion page.',
    ],
    action: { label: 'View promotion', link },
    notes: ['You stay logged in. If a page is already open, reload it to see the promotion entry.'],
  }),
  trial_started: ({ name, days, until, link }, site) => ({
    subject: `Your ${site} trial has started: ${days === 1 ? '1 day' : `${days} days`}`,
    greeting: greeting(name),
    paragraphs: [
      `Your account is active and your trial of ${days === 1 ? '1 day' : `${days} days`} has started. It runs until ${until}. Charts are live, with no delay, during the trial.`,
    ],
    action: { label: 'Open the chart', link },
    notes: [
      'Nothing is charged when the trial ends. If you open a membership during the trial, remaining days are kept.',
    ],
  }),
  order_passed: ({ name, amount, until, remark, link }, site) => ({
    subject: `Your ${site} membership is active`,
    greeting: greeting(name),
    paragraphs: [
      `Your payment of ${amount} USDT has been approved. Your membership runs until ${until}.`,
      `Reviewer's remark: ${remark}`,
    ],
    action: { label: 'View order', link },
    notes: ['Thank you. You can renew at any time; remaining days are kept.'],
  }),
  order_refused: ({ name, transaction_id, remark, link }, site) => ({
    subject: `Your ${site} order was not approved`,
    greeting: greeting(name),
    paragraphs: [`The order for transaction ${transaction_id} was not approved.`, `Reason: ${remark}`],
    action: { label: 'View order', link },
    notes: ['Check what you entered and submit it again. If anything is unclear, please contact us.'],
  }),
  order_reversed: ({ name, transaction_id, until, remark, link }, site) => ({
    subject: `Your ${site} order was reversed`,
    greeting: greeting(name),
    paragraphs: [
      `The order for transaction ${transaction_id} was reversed. Your membership now runs until ${until}.`,
      `Reason: ${remark}`,
    ],
    action: { label: 'View order', link },
    notes: ['If anything is unclear, please contact us.'],
  }),
  membership_ends: ({ name, days, until, is_trial, link }, site) => ({
    subject: `Your ${site} ${is_trial ? 'trial' : 'membership'} ends in ${days === 1 ? '1 day' : `${days} days`}`,
    greeting: greeting(name),
    paragraphs: [
      `Your ${is_trial ? 'trial' : 'membership'} ends on ${until}, in ${days === 1 ? '1 day' : `${days} days`}. After that, charts are shown with a delay.`,
      'If you renew now, remaining days are kept.',
    ],
    action: { label: is_trial ? 'Open membership' : 'Renew', link },
    notes: ['We send two reminders: seven days and one day before the end.'],
  }),
  payout_reminder: ({ name, amount, has_address, link }, site) => ({
    subject: has_address ? `Your ${site} shares are pending settlement` : `Please set your ${site} payout address`,
    greeting: greeting(name),
    paragraphs: [
      `Shares of ${amount} USDT are pending settlement.`,
      has_address
        ? 'Please check that your payout address is still correct.'
        : 'You have not set a payout address yet, so they cannot be paid. Please enter your TRC20 payout address.',
    ],
    action: { label: has_address ? 'View promotion' : 'Enter payout address', link },
    notes: ['Thank you for recommending us.'],
  }),
  shares_settled: ({ name, amount, count, settlement_id, address, link }, site) => ({
    subject: `Your ${site} shares were paid out`,
    greeting: greeting(name),
    paragraphs: [
      `${amount} USDT for ${count === 1 ? '1 share' : `${count} shares`} were sent to ${address}.`,
      `Settlement ID: ${settlement_id}`,
    ],
    action: { label: 'View promotion', link },
    notes: [
      'The settlement ID is the ID of the transaction on the TRON network. If the amount has not arrived, please contact us.',
    ],
  }),
  payout_address_changed: ({ name, address, at, hours, link, is_first = false }, site) => ({
    subject: `Your ${site} payout address was ${is_first ? 'set' : 'changed'}`,
    greeting: greeting(name),
    paragraphs: [
      `The payout address of your ${site} account was ${is_first ? 'set' : 'changed'} to ${address} at ${at}.`,
      hours === 0
        ? 'It is used from now on (waiting time: 0 hours).'
        : `For your security, nothing is paid to it for the next ${hours} hours.`,
    ],
    action: { label: 'View promotion', link },
    notes: ['If this was not you, change your password immediately and contact us.'],
  }),
  payment_setting_changed: ({ name, setting, before, after, actor, at, remark, link }, site) => {
    const what = {
      receive_address: 'receiving address',
      original_price: 'original price',
      discount: 'discounted price',
    }[setting]
    return {
      subject: `${site}: the ${what} was changed`,
      greeting: greeting(name),
      paragraphs: [
        `${actor} changed the ${what} of ${site} at ${at}.`,
        `Before: ${before ?? 'none'}`,
        `Now: ${after ?? 'none'}`,
        `Remark: ${remark}`,
      ],
      action: { label: 'View settings', link },
      notes: [
        'All administrators receive this e-mail. If none of you made this change, restore the value immediately and disable the administrator account named above.',
      ],
    }
  },
  alert: ({ name, title, body, at, link }, site) => ({
    subject: `${site} alert: ${title.slice(0, 40)}`,
    greeting: greeting(name),
    paragraphs: [title, `${body}. Time: ${at}`],
    action: { label: 'View chart', link },
    notes: [
      'You received this e-mail because you chose e-mail notifications for this alert. Edit or delete it in the alerts list next to the chart.',
    ],
  }),
  contact: ({ from_name, from_email, text, at }, site) => ({
    subject: `${site} contact form: ${from_name.slice(0, 40)}`,
    greeting: stranger,
    paragraphs: [`${from_name} (${from_email}) wrote through the contact form of ${site} at ${at}:`, text],
    notes: [
      'Reply to this e-mail to answer. Name and address are as entered and unverified. Be careful with links and payment requests.',
    ],
    replyTo: { name: from_name, address: from_email },
  }),
}
