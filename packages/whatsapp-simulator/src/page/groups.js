import * as control from './control.js'
import { avatar, el } from './dom.js'
import { field, openForm } from './sheet.js'
import { phoneText, t } from './texts.js'
import { customers, nameOf, shops } from './world.js'

/** Creates a group from a customer's phone: its owner, a company and the chosen people. `made` gets it. */
export function askForGroup(screen, owner, made) {
  const subject = el('input', { name: 'subject', autocomplete: 'off', required: true, maxlength: 100 })
  const others = customers().filter(({ phone }) => phone !== owner.phone)
  const find = el('input', { type: 'search', placeholder: t('search'), 'aria-label': t('search') })
  const list = el(
    'ul',
    { class: 'people' },
    shops().map(({ phone, name }, at) => choice(phone, name, at === 0)),
    others.map(({ phone, name }) => choice(phone, name, false)),
  )
  find.addEventListener('input', () => {
    const words = find.value.trim().toLocaleLowerCase()
    for (const line of list.children) line.hidden = !line.textContent.toLocaleLowerCase().includes(words)
  })
  const fields = [
    field(t('groupName'), subject),
    el('p', { class: 'label', text: t('groupMembers') }),
    find,
    list,
  ]
  openForm(screen, t('newGroup'), fields, t('createGroup'), async (form) => {
    const chosen = form.getAll('member')
    const withShop = chosen.some((phone) => shops().some((shop) => shop.phone === phone))
    if (!withShop || chosen.length < 2) throw new Error(t('twoMembers'))
    made(await control.createGroup(form.get('subject').trim(), [owner.phone, ...chosen]))
  })
}

function choice(phone, name, checked) {
  return el(
    'li',
    {},
    el(
      'label',
      { class: 'check' },
      el('input', { type: 'checkbox', name: 'member', value: phone, checked }),
      el('span', { text: name }),
      el('span', { class: 'tiny faint', text: phoneText(phone) }),
    ),
  )
}

/** The members of the group, and its name with an input to change it. */
export function openGroupInfo(screen, owner, row, renamed) {
  const subject = el('input', {
    name: 'subject',
    autocomplete: 'off',
    required: true,
    maxlength: 100,
    value: row.name,
  })
  const people = el(
    'ul',
    { class: 'people' },
    row.members.map((phone) =>
      el('li', { class: 'card-line' }, avatar(nameOf(phone)), el('span', { text: nameOf(phone) })),
    ),
  )
  const fields = [
    field(t('groupName'), subject),
    el('p', { class: 'label', text: t('groupMembers') }),
    people,
  ]
  openForm(screen, t('groupInfo'), fields, t('rename'), async (form) => {
    await control.renameGroup(row.group, owner.phone, form.get('subject').trim())
    await renamed()
  })
}
