import * as control from './control.js'
import { el } from './dom.js'
import { RULES, rulesTogether, ruleValue, usualRules } from './linking-rules.js'
import { field } from './sheet.js'
import { say, t, timeOf } from './texts.js'
import { TROUBLES } from './troubles.js'
import { linkingRules, loadWorld, shops } from './world.js'

const WIRE_LINES = 40

/** The panel for faults: it causes them, switches the rules for linking, and shows the stanzas on the wire. */
export function makeBackstage({ tell, notice, close }) {
  const chooser = el('select', {})
  const switches = new Map(RULES.map((one) => [one.rule, ruleSwitch(one)]))
  const wire = el(
    'ul',
    { class: 'wire', tabindex: 0, 'aria-label': t('wire') },
    el('li', { class: 'faint', text: t('wireEmpty') }),
  )
  const element = el(
    'aside',
    { class: 'backstage', 'aria-label': t('backstage'), hidden: true },
    el(
      'header',
      { class: 'sheet-head' },
      el('h2', { text: t('troubles') }),
      el('button', { type: 'button', class: 'button outline', text: t('close'), on: { click: close } }),
    ),
    el('p', { class: 'tiny faint', text: t('troublesHelp') }),
    field(t('companyNumber'), chooser),
    el('ul', { class: 'faults' }, TROUBLES.map(line)),
    el(
      'section',
      { class: 'rules', 'aria-labelledby': 'rules-title' },
      el('h2', { id: 'rules-title', text: t('rules') }),
      el('p', { class: 'tiny faint', text: t('rulesHelp') }),
      el(
        'div',
        { class: 'buttons' },
        rulesButton(t('rulesUsual'), usualRules),
        rulesButton(t('rulesTogether'), rulesTogether),
      ),
      el('ul', {}, RULES.map(ruleLine)),
    ),
    el('h2', { text: t('wire') }),
    wire,
  )

  function line(trouble) {
    const name = say(trouble.name)
    const run = async () => {
      if (trouble.expires) await control.expireCodes()
      else await control.inflict(chooser.value, trouble.fault)
      if (trouble.after) await control.inflict(chooser.value, trouble.after)
      notice(t('caused', { name }))
    }
    const button = el('button', {
      type: 'button',
      class: 'button outline small',
      text: t('cause'),
      'aria-label': t('causeNamed', { name }),
      on: { click: () => tell(run()) },
    })
    return el(
      'li',
      {},
      el(
        'div',
        { class: 'grow' },
        el('strong', { text: name }),
        el('p', { class: 'tiny faint', text: say(trouble.shows) }),
      ),
      button,
    )
  }
  function ruleSwitch(one) {
    return el('input', {
      type: 'checkbox',
      'aria-describedby': `rule-${one.rule}`,
      on: { change: ({ target }) => tell(setRules(ruleValue(one, target.checked))) },
    })
  }
  function ruleLine({ rule, name, shows }) {
    return el(
      'li',
      {},
      el('label', { class: 'check' }, switches.get(rule), el('strong', { text: say(name) })),
      el('p', { id: `rule-${rule}`, class: 'tiny faint', text: say(shows) }),
    )
  }
  function rulesButton(text, rules) {
    const click = () => tell(setRules(rules).then(() => notice(t('caused', { name: text }))))
    return el('button', { type: 'button', class: 'button outline small', text, on: { click } })
  }
  async function setRules(rules) {
    try {
      await control.setLinkingRules(rules)
      await loadWorld()
    } finally {
      drawRules() // a switch that the simulator refused is reset
    }
  }
  function draw() {
    drawShops()
    drawRules()
  }
  function drawRules() {
    for (const [rule, input] of switches) input.checked = Boolean(linkingRules()[rule])
  }
  function drawShops() {
    const chosen = chooser.value
    chooser.replaceChildren(...shops().map(({ phone, name }) => el('option', { value: phone, text: name })))
    if (shops().some(({ phone }) => phone === chosen)) chooser.value = chosen
  }
  /** A line shows only kind, direction and time, never the text. */
  function addWireLine({ at, direction, tag, detail }) {
    wire.querySelector('.faint:only-child')?.remove()
    const arrow = direction === 'in' ? '←' : '→'
    wire.prepend(
      el(
        'li',
        {},
        el('span', { text: timeOf(at, true) }),
        el('b', { text: arrow }),
        el('span', { text: tag }),
        el('span', { text: detail }),
      ),
    )
    while (wire.children.length > WIRE_LINES) wire.lastChild.remove()
  }
  return { element, draw, addWireLine }
}
