import { makeBackstage } from './backstage.js'
import { callEnded } from './calls.js'
import { makeCloud } from './cloud.js'
import * as control from './control.js'
import { makeDesk } from './desk.js'
import { confirmInDialog, openDialog } from './dialog.js'
import { el, icon, iconButton, oneAtATime } from './dom.js'
import { language, t } from './texts.js'
import { themeButton } from './theme.js'
import { loadWorld } from './world.js'

const NOTICE_MS = 5000

const lost = el('p', { class: 'lost', role: 'status', hidden: true, text: t('reconnecting') })
const toast = el('p', { class: 'toast', role: 'alert', hidden: true })
let hiding

document.documentElement.lang = { pt: 'pt-BR', en: 'en', es: 'es' }[language]
document.title = t('title')
start().catch((cause) => {
  lost.hidden = false
  document.body.append(lost)
  notice(t('failed', { reason: cause.message }))
})

async function start() {
  const { productUrl } = await control.settings()
  await loadWorld()
  const desk = makeDesk({ tell, notice, openPhoto })
  const backstage = makeBackstage({ tell, notice, close: () => show(panels.backstage, false) })
  const cloud = makeCloud({ tell, notice, openPhoto, close: () => show(panels.cloud, false) })
  const panels = { backstage: panelOf('backstage', backstage), cloud: panelOf('cloud', cloud) }
  document.body.replaceChildren(
    el(
      'header',
      { class: 'top' },
      el('img', { src: '/icon.svg', width: 28, height: 28, alt: '' }),
      el(
        'div',
        { class: 'grow' },
        el('h1', { text: t('title') }),
        el('p', { class: 'tiny faint', text: t('subtitle') }),
      ),
      iconButton('plus', t('addPhone'), desk.askForPhone),
      themeButton(),
      panels.cloud.button,
      panels.backstage.button,
      textButton('restart', 'outline', () =>
        confirmInDialog(t('restartQuestion'), t('restartLoss'), t('restart'), () => tell(startOver())),
      ),
      productUrl &&
        el(
          'a',
          { class: 'button primary', href: productUrl },
          icon('open'),
          el('span', { text: t('openProduct') }),
        ),
    ),
    lost,
    el('main', {}, desk.element, backstage.element, cloud.element),
    toast,
  )
  const everything = oneAtATime(async () => {
    await loadWorld()
    backstage.draw()
    desk.draw()
    await Promise.all([desk.refresh(), cloud.refresh()])
  })
  backstage.draw()
  desk.draw()
  // Without this the browser would open a file that is dropped beside a phone.
  for (const event of ['dragover', 'drop'])
    document.addEventListener(event, (dropped) => dropped.preventDefault())
  document.addEventListener(
    'visibilitychange',
    () => document.visibilityState === 'visible' && void quietly(desk.refresh()),
  )
  control.listen(handleEvent, (alive) => {
    lost.hidden = alive
    if (alive) void quietly(everything())
  })

  function handleEvent(event, detail) {
    if (event === 'wire') backstage.addWireLine(detail)
    else if (event === 'call') callEnded(detail.id)
    else if (event === 'graph') void quietly(Promise.resolve(cloud.refresh()))
    else if (event === 'chat')
      void quietly(desk.refresh(({ phone }) => phone === detail.contact || phone === detail.phone))
    else void quietly(everything())
  }
  async function startOver() {
    await control.startOver()
    await loadWorld()
    desk.restart()
    notice(t('restarted'))
  }
  function panelOf(name, panel) {
    const button = textButton(name, 'outline', () => show(panels[name], panel.element.hidden))
    button.setAttribute('aria-expanded', 'false')
    return { ...panel, button }
  }
  /** One panel at a time: on a narrow screen it covers the phones. */
  function show(panel, shows) {
    for (const { element, button } of Object.values(panels)) {
      element.hidden = !(shows && element === panel.element)
      button.setAttribute('aria-expanded', String(!element.hidden))
    }
    if (!shows) panel.button.focus()
    void quietly(Promise.resolve(cloud.refresh()))
  }
}

function textButton(mark, look, click) {
  return el(
    'button',
    { type: 'button', class: `button ${look}`, on: { click } },
    icon(mark),
    el('span', { text: t(mark) }),
  )
}

function openPhoto(address, words) {
  openDialog(
    words || t('photo'),
    el('img', { class: 'whole', src: address, alt: words || t('photo') }),
    'viewer',
  )
}

/** Shows the error of a failed user act. */
async function tell(work) {
  try {
    await work
  } catch (cause) {
    notice(t('failed', { reason: cause.message }))
  }
}

/** For background requests: while the simulator is unreachable the bar shows that, and the next event fetches again. */
async function quietly(work) {
  await work.catch(() => undefined)
}

function notice(words) {
  clearTimeout(hiding)
  toast.textContent = words
  toast.hidden = false
  hiding = setTimeout(() => {
    toast.hidden = true
  }, NOTICE_MS)
}
