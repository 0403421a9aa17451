import { el } from './dom.js'
import { t } from './texts.js'

const EMOJIS = ['👍', '❤️', '😂', '😮', '😢', '🙏']

/** The emoji with which a customer can react; the chosen one takes the reaction away. */
export function reactionRow({ reactions }, react) {
  const buttons = EMOJIS.map((emoji) => {
    const isOn = reactions?.contact === emoji
    const label = t(isOn ? 'takeReaction' : 'react', { emoji })
    return el('button', {
      type: 'button',
      text: emoji,
      'aria-label': label,
      'aria-pressed': isOn,
      on: { click: () => react(isOn ? '' : emoji) },
    })
  })
  return el('div', { class: 'emojis' }, buttons)
}
