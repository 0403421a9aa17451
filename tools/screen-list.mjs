import { everyKind } from './demo-scene.mjs'

// Every screen, panel and dialog of the product with the demo on it: what `npm run screens` takes pictures of, and what
// e2e/look.test.ts looks at in both themes, on a desk and on a phone, and in all languages.

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {import('./screen-words.mjs').Words} Words */
/**
 * @typedef {object} Screen
 * @property {string} title for the index of the pictures
 * @property {string} path
 * @property {(page: Page, words: Words) => Promise<unknown>} [open] what to do there, in whichever language
 * @property {boolean} [withSetAside] with messages that could not be taken in
 */

/** @type {Record<string, Screen>} */
export const screens = {
  dashboard: { title: 'Painel', path: '/', open: seen('Ana Lima') },
  'dashboard-table': { title: 'Painel: as horas em tabela', path: '/', open: seesTable },
  tickets: { title: 'Atendimentos: atendendo', path: '/tickets', open: seen('Marina Du') },
  'tickets-waiting': { title: 'Atendimentos: aguardando', path: '/tickets?sub=pending', open: seesRow },
  'tickets-closed': { title: 'Atendimentos: fechados', path: '/tickets?tab=closed', open: seesRow },
  search: {
    title: 'Busca em nomes, números e mensagens',
    path: '/tickets?tab=search&q=preço',
    open: findsWords,
  },
  'search-nothing': {
    title: 'Busca sem resultado',
    path: '/tickets?tab=search&q=violoncelo',
    open: seen('violoncelo'),
  },
  filter: { title: 'Filtro da lista', path: '/tickets', open: press('tickets:filter', 'dialog') },
  notifications: { title: 'Notificações', path: '/tickets', open: opensNotifications },
  spy: { title: 'Espiar uma conversa', path: '/tickets?sub=pending', open: spies },
  'new-ticket': { title: 'Novo atendimento', path: '/tickets', open: press('tickets:newTicket', 'dialog') },
  conversation: { title: 'Conversa', path: '/tickets', open: opensMarina },
  kinds: { title: 'Conversa: todos os tipos de mensagem', path: '/tickets', open: opensKinds },
  'kinds-begin': {
    title: 'Conversa: o começo, com a história do atendimento',
    path: '/tickets',
    open: seesBegin,
  },
  drawer: { title: 'Contato, tags, observações e agendamentos', path: '/tickets', open: opensDrawer },
  'edit-contact': { title: 'Editar contato', path: '/tickets', open: editsContact },
  'quick-answers': { title: 'Respostas rápidas', path: '/tickets', open: asksQuickAnswers },
  'picture-viewer': { title: 'Foto em tamanho grande', path: '/tickets', open: opensPicture },
  'message-menu': { title: 'Opções da mensagem', path: '/tickets', open: opensMessageMenu },
  'message-info': { title: 'Dados da mensagem', path: '/tickets', open: opensMessageInfo },
  'delete-message': { title: 'Apagar uma mensagem', path: '/tickets', open: asksToDeleteMessage },
  transfer: { title: 'Transferir', path: '/tickets', open: act('tickets:transfer') },
  schedule: { title: 'Agendar uma mensagem', path: '/tickets', open: act('tickets:schedule') },
  'delete-ticket': { title: 'Excluir um atendimento', path: '/tickets', open: act('tickets:delete') },
  'quick-switch': { title: 'Ir para (Ctrl+K)', path: '/tickets', open: switches },
  'keyboard-help': { title: 'Atalhos do teclado', path: '/tickets', open: asksForKeys },
  todolist: { title: 'Tarefas', path: '/todolist', open: writesTasks },
  connections: { title: 'Conexões', path: '/connections', open: seen('Loja Norte') },
  'connection-qr': { title: 'Ligar um número', path: '/connections', open: holdsUpQr },
  'set-aside': {
    title: 'Mensagens que não entraram',
    path: '/connections/set-aside',
    open: seen('Jonas Pet'),
    withSetAside: true,
  },
  queues: { title: 'Filas', path: '/queues', open: seen('Assistênc') },
  users: { title: 'Usuários', path: '/users', open: seen('caio@demo') },
}

/** Narrow lists cut names, so the beginning must do. @param {string} text */
function seen(text) {
  return async (/** @type {Page} */ page) => page.getByText(text).first().waitFor()
}

/** @param {string} button @param {'dialog' | 'menu'} opens */
function press(button, opens) {
  return async (/** @type {Page} */ page, /** @type {Words} */ words) => {
    await seesRow(page)
    await page
      .getByRole('button', { name: words(button), exact: true })
      .first()
      .click()
    await page.getByRole(opens).waitFor()
  }
}

/** One of the acts of an open ticket. @param {string} name */
function act(name) {
  return async (/** @type {Page} */ page, /** @type {Words} */ words) => {
    await opensMarina(page, words)
    await page.getByRole('button', { name: words('tickets:more') }).click()
    await page.getByRole('menuitem', { name: words(name) }).click()
    await page.getByRole('dialog').waitFor()
  }
}

/** @param {Page} page @param {Words} words */
async function seesTable(page, words) {
  await page.getByRole('button', { name: words('dashboard:asTable') }).click()
  await page.getByText('Ana Lima').first().waitFor()
}

/** @param {Page} page */
async function seesRow(page) {
  await page.getByRole('article').first().waitFor()
}

/** @param {Page} page */
async function findsWords(page) {
  await page.locator('mark').first().waitFor()
}

/** @param {Page} page */
async function opensNotifications(page) {
  await seesRow(page)
  await page.locator('header button[aria-haspopup="dialog"]').last().click()
  await page.getByRole('dialog').waitFor()
}

/** @param {Page} page @param {Words} words */
async function spies(page, words) {
  const row = page
    .getByRole('article')
    .filter({ has: page.getByRole('button', { name: words('tickets:spy') }) })
  await row
    .first()
    .getByRole('button', { name: words('tickets:spy') })
    .press('Enter')
  await page.getByRole('dialog').getByRole('article').first().waitFor()
}

/** @param {Page} page @param {Words} words @param {string} name @param {string} says */
async function opens(page, words, name, says) {
  const row = page
    .getByRole('article')
    .getByRole('link')
    .filter({ hasText: name.slice(0, 9) })
  await row.first().click({ position: { x: 60, y: 20 } })
  await page.getByText(says).last().waitFor()
  await page.getByPlaceholder(words('messages:write')).fill('') // of what was tried before
  await page.mouse.move(700, 30) // rows and bubbles under the pointer show their buttons
}

/** @param {Page} page @param {Words} words */
async function opensMarina(page, words) {
  await opens(page, words, 'Marina Duarte', 'Esse sofá tem em linho')
}

/** @param {Page} page @param {Words} words */
async function opensKinds(page, words) {
  await opens(page, words, everyKind.name, 'levamos a riscada de volta')
}

/** @param {Page} page @param {Words} words */
async function seesBegin(page, words) {
  await opensKinds(page, words)
  const log = page.getByLabel(words('messages:logOf').replace('{{name}}', everyKind.name))
  for (let tries = 0; tries < 20 && (await log.evaluate((box) => box.scrollTop)) > 0; tries++) {
    await log.evaluate((box) => box.scrollTo({ top: 0 }))
    await page.waitForTimeout(100) // earlier messages come in above
  }
  await log.getByText('uma cadeira veio com um risco').waitFor()
}

/** @param {Page} page @param {Words} words */
async function opensDrawer(page, words) {
  await opensMarina(page, words)
  await page.getByTitle(words('tickets:showContact')).click()
  await page.getByText('Quer ver as amostras?').waitFor()
}

/** @param {Page} page @param {Words} words */
async function editsContact(page, words) {
  await opensDrawer(page, words)
  await page
    .getByRole('button', { name: words('common:edit'), exact: true })
    .first()
    .click()
  await page.getByRole('dialog').last().getByRole('textbox').first().waitFor()
}

/** @param {Page} page @param {Words} words */
async function asksQuickAnswers(page, words) {
  await opensMarina(page, words)
  await page.getByPlaceholder(words('messages:write')).fill('/a')
  await page.getByRole('option').first().waitFor()
}

/** @param {Page} page @param {Words} words */
async function opensPicture(page, words) {
  await opensMarina(page, words)
  await page
    .getByRole('img', { name: /Araucária/ })
    .last()
    .click()
  await page.getByRole('link', { name: words('messages:download') }).waitFor()
}

/** @param {Page} page @param {Words} words */
async function opensMessageMenu(page, words) {
  await opensMarina(page, words)
  const bubble = page.getByRole('article').filter({ hasText: 'segurar esse preço' }).last()
  await bubble.getByRole('button', { name: words('messages:menu') }).press('Enter')
  await page.getByRole('menu').waitFor()
}

/** @param {Page} page @param {Words} words */
async function opensMessageInfo(page, words) {
  await opensMessageMenu(page, words)
  await page.getByRole('menuitem', { name: words('messages:info.open') }).click()
  await page.getByRole('dialog').getByText(words('messages:info.read')).waitFor()
}

/** @param {Page} page @param {Words} words */
async function asksToDeleteMessage(page, words) {
  await opensMessageMenu(page, words)
  await page.getByRole('menuitem', { name: words('messages:delete'), exact: true }).click()
  await page.getByRole('dialog').waitFor()
}

/** @param {Page} page */
async function switches(page) {
  await seesRow(page)
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill('Marina')
  await page.getByRole('option').filter({ hasText: 'Marina' }).first().waitFor()
}

/** @param {Page} page @param {Words} words */
async function asksForKeys(page, words) {
  await seesRow(page)
  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: words('keyboard:title') }).waitFor()
}

/** @param {Page} page @param {Words} words */
async function writesTasks(page, words) {
  const field = page.getByRole('textbox').first()
  await field.waitFor()
  if ((await page.getByText('Ligar para Marina').count()) > 0) return
  for (const task of ['Ligar para Marina sobre o linho', 'Conferir o estoque da Araucária']) {
    await field.fill(task)
    await page.getByRole('button', { name: words('todolist:add'), exact: true }).click()
    await page.getByText(task).waitFor()
  }
}

/** @param {Page} page */
async function holdsUpQr(page) {
  await page.getByRole('button', { name: 'QR CODE' }).first().click()
  await page.getByRole('dialog').getByRole('img').first().waitFor()
}
