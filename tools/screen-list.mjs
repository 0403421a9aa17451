import { everyKind } from './demo-scene.mjs'

// Every screen, panel and dialog of the product with the demo on it: what `npm run screens` takes pictures of, and what
// e2e/src/look.ts looks at in both themes, on a desk and on a phone, and in all languages.

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {import('./screen-words.mjs').Words} Words */
/**
 * @typedef {object} Screen
 * @property {string} title for the index of the pictures
 * @property {string} path
 * @property {(page: Page, words: Words) => Promise<unknown>} [open] what to do there, in whichever language
 * @property {'owner'} [as] who sees it, where that is not the company's admin: the platform's owner
 * @property {boolean} [withSetAside] with messages that could not be taken in
 * @property {(page: Page) => Promise<import('playwright-core').Disposable | void>} [play] answers that the page gets in place of the product's
 */

/** @type {Record<string, Screen>} */
export const screens = {
  dashboard: { title: 'Painel', path: '/', open: seen('Ana Lima') },
  'dashboard-table': { title: 'Painel: as horas em tabela', path: '/', open: seesTable },
  onboarding: {
    title: 'Painel: o primeiro dia de uma empresa',
    path: '/',
    open: seesFirstDay,
    play: playFirstDay,
  },
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
  album: { title: 'Conversa: fotos em álbum', path: '/tickets', open: seesAlbum },
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
  'share-empty': { title: 'Compartilhar: como funciona', path: '/share', open: seesHowToShare },
  share: {
    title: 'Compartilhar: o que veio do celular, e para qual atendimento',
    path: '/share',
    open: seesShare,
    play: playShare,
  },
  todolist: { title: 'Tarefas', path: '/todolist', open: writesTasks },
  chats: { title: 'Chat interno', path: '/chats', open: opensTeamChat },
  contacts: { title: 'Contatos', path: '/contacts', open: seesContacts },
  'contacts-removed': { title: 'Contatos: os excluídos', path: '/contacts?removed=1', open: seesRemoved },
  'contact-details': {
    title: 'Contato: dados, atendimentos e dados pessoais',
    path: '/contacts',
    open: showsMarina,
  },
  'contact-copy': {
    title: 'Contato: a cópia dos dados, pronta',
    path: '/contacts',
    open: copiesMarina,
  },
  'import-contacts': { title: 'Importar contatos', path: '/contacts', open: importsContacts },
  connections: { title: 'Conexões', path: '/connections', open: seen('Loja Norte') },
  'connection-qr': { title: 'Ligar um número', path: '/connections', open: holdsUpQr },
  'connection-scan-again': {
    title: 'Ligar um número: ler mais uma vez',
    path: '/connections',
    open: opensLinking('act.showQr'),
    play: playLinking({
      status: 'qrcode',
      step: 'scan-again',
      qrcode: 'https://wa.me/settings/linked_devices#2@',
    }),
  },
  'connection-passkey': {
    title: 'Ligar um número: a chave de acesso pedida',
    path: '/connections',
    open: opensLinking('act.whatToDo'),
    play: playLinking({ status: 'PAIRING', step: 'passkey', qrcode: '' }),
  },
  'connection-texts': {
    title: 'Conexão: mensagens, com a prévia',
    path: '/connections',
    open: editsConnection('texts'),
  },
  'connection-automation': {
    title: 'Conexão: automação',
    path: '/connections',
    open: editsConnection('automation'),
  },
  'connection-token': { title: 'Token da API de uma conexão', path: '/connections', open: opensToken },
  'set-aside': {
    title: 'Mensagens que não entraram',
    path: '/connections/set-aside',
    open: seen('Jonas Pet'),
    withSetAside: true,
  },
  prompts: { title: 'Open.Ai: assistentes e o que gastaram', path: '/prompts', open: makesPrompt },
  'messages-api': { title: 'API de mensagens', path: '/messages-api', open: seen('/api/messages/send') },
  webhooks: { title: 'API: webhooks', path: '/messages-api/webhooks', open: makesWebhook },
  'webhook-form': { title: 'API: um webhook', path: '/messages-api/webhooks', open: opensWebhookForm },
  'prompt-form': { title: 'Open.Ai: um prompt', path: '/prompts', open: editsPrompt },
  integrations: { title: 'Integrações', path: '/queue-integration', open: makesIntegration },
  'integration-form': {
    title: 'Integrações: um Typebot',
    path: '/queue-integration',
    open: opensIntegrationForm,
  },
  queues: { title: 'Filas', path: '/queues', open: seen('Assistênc') },
  'queue-data': { title: 'Fila: dados', path: '/queues', open: opensQueue },
  'queue-menu': { title: 'Fila: menu do robô e simulador', path: '/queues', open: playsMenu },
  'queue-hours': { title: 'Fila: horários', path: '/settings', open: opensQueueHours },
  'company-hours': { title: 'Horários da empresa', path: '/settings', open: opensCompanyHours },
  'quick-messages': { title: 'Respostas rápidas', path: '/quick-messages', open: seen('bomdia') },
  'quick-message-form': {
    title: 'Uma resposta rápida, com a prévia',
    path: '/quick-messages',
    open: editsQuickMessage,
  },
  schedules: { title: 'Agendamentos: o mês', path: '/schedules', open: seesCalendar('month') },
  'schedules-week': { title: 'Agendamentos: a semana', path: '/schedules', open: seesCalendar('week') },
  'schedules-list': { title: 'Agendamentos: a lista', path: '/schedules', open: seesCalendar('list') },
  'schedule-entry': { title: 'Um agendamento do calendário', path: '/schedules', open: opensEntry },
  'schedule-form': { title: 'Escrever um agendamento', path: '/schedules', open: writesSchedule },
  tags: { title: 'Tags', path: '/tags', open: makesTag },
  'tag-form': { title: 'Uma tag', path: '/tags', open: opensFormOf('tags:new') },
  kanban: { title: 'Kanban', path: '/kanban', open: addsLanes },
  files: { title: 'Lista de arquivos', path: '/files', open: makesFileList },
  'contact-lists': { title: 'Listas de contatos', path: '/contact-lists', open: makesContactList },
  'contact-list-fill': {
    title: 'Listas de contatos: planilha ou tag',
    path: '/contact-lists',
    open: fillsContactList,
  },
  'contact-list': { title: 'Lista de contatos: os números', path: '/contact-lists', open: opensContactList },
  'contact-list-item': {
    title: 'Lista de contatos: um contato',
    path: '/contact-lists',
    open: addsToContactList,
  },
  campaigns: {
    title: 'Campanhas',
    path: '/campaigns',
    open: seesCampaigns,
    play: playCampaigns,
  },
  'campaign-form': {
    title: 'Campanha: mensagens com a prévia',
    path: '/campaigns',
    open: writesCampaign,
    play: playCampaigns,
  },
  'campaign-start': {
    title: 'Campanha: iniciar, com a previsão',
    path: '/campaigns',
    open: asksToStart,
    play: playCampaigns,
  },
  'campaign-report': {
    title: 'Relatório de uma campanha em andamento',
    path: '/campaigns',
    open: opensReport('Semana do Estofado'),
    play: playCampaigns,
  },
  'campaign-paused': {
    title: 'Relatório de uma campanha que o WhatsApp fez parar',
    path: '/campaigns',
    open: opensReport('Volta às aulas'),
    play: playCampaigns,
  },
  'campaigns-config': {
    title: 'Campanhas: ritmo e variáveis',
    path: '/campaigns-config',
    open: seen('100'),
  },
  'campaign-opt-outs': {
    title: 'Campanhas: quem não quer receber',
    path: '/campaigns-config?tab=optOuts',
    open: seesOptOuts,
    play: playOptOuts,
  },
  options: { title: 'Configurações: opções, com fuso e idioma', path: '/settings', open: seesOptions },
  audit: { title: 'Auditoria', path: '/settings?tab=audit', open: seesTrail },
  holidays: { title: 'Feriados', path: '/settings', open: opensHolidays },
  users: { title: 'Usuários', path: '/users', open: seen('caio@demo') },
  'user-form': { title: 'Um usuário', path: '/users', open: opensFormOf('users:new') },
  'two-step': { title: 'Duas etapas: ligar', path: '/users', open: switchesOnTwoStep },
  invoices: { title: 'Faturas', path: '/financeiro', open: seen('R$ 299,90') },
  'checkout-payer': { title: 'Pagar: dados', path: '/financeiro', open: checksOut('payer') },
  'checkout-plan': { title: 'Pagar: plano', path: '/financeiro', open: checksOut('plan') },
  'checkout-review': { title: 'Pagar: revisar', path: '/financeiro', open: checksOut('review') },
  'checkout-pix': { title: 'Pagar: Pix', path: '/financeiro', open: checksOut('pix') },
  'platform-invoices': {
    title: 'Faturas de todas as empresas, com um pagamento que espera',
    path: '/financeiro',
    as: 'owner',
    open: seesPlatformInvoices,
    play: playInvoices,
  },
  'invoice-cancel': {
    title: 'Cancelar uma fatura',
    path: '/financeiro',
    as: 'owner',
    open: asksToCancelInvoice,
    play: playInvoices,
  },
  'waiting-payments': {
    title: 'Notificações do dono: pagamentos que esperam',
    path: '/financeiro',
    as: 'owner',
    open: seesWaitingPayments,
    play: playInvoices,
  },
  expired: { title: 'Assinatura vencida', path: '/financeiro', open: isExpired, play: playExpired },
  companies: {
    title: 'Empresas',
    path: '/settings?tab=companies',
    as: 'owner',
    open: seesCompanies,
    play: playCompanies,
  },
  'company-form': {
    title: 'Editar empresa',
    path: '/settings?tab=companies',
    as: 'owner',
    open: opensOfCompany('companies:edit'),
    play: playCompanies,
  },
  'company-extend': {
    title: 'Prorrogar o vencimento de uma empresa que deve uma fatura',
    path: '/settings?tab=companies',
    as: 'owner',
    open: opensOfCompany('companies:extend'),
    play: playCompanies,
  },
  'company-delete': {
    title: 'Excluir empresa',
    path: '/settings?tab=companies',
    as: 'owner',
    open: opensOfCompany('companies:delete'),
    play: playCompanies,
  },
  'company-enter': {
    title: 'Entrar como suporte',
    path: '/settings?tab=companies',
    as: 'owner',
    open: opensOfCompany('companies:enter'),
    play: playCompanies,
  },
  announcements: {
    title: 'Informativos',
    path: '/announcements',
    as: 'owner',
    open: seesAnnouncements,
    play: playAnnouncements,
  },
  'announcement-form': {
    title: 'Um informativo',
    path: '/announcements',
    as: 'owner',
    open: editsAnnouncement,
    play: playAnnouncements,
  },
  'announcements-popover': {
    title: 'Informativos, como todos os veem',
    path: '/tickets',
    as: 'owner',
    open: opensAnnouncements,
    play: playAnnouncements,
  },
  'announcement-reader': {
    title: 'Um informativo aberto',
    path: '/tickets',
    as: 'owner',
    open: readsAnnouncement,
    play: playAnnouncements,
  },
  'support-bar': {
    title: 'O suporte está na empresa',
    path: '/connections',
    open: isVisited,
    play: playVisit,
  },
  plans: { title: 'Planos', path: '/settings?tab=plans', as: 'owner', open: seen('Completo') },
  'plan-form': {
    title: 'Um plano',
    path: '/settings?tab=plans',
    as: 'owner',
    open: opensFormOf('plans:new'),
  },
  helps: { title: 'Ajuda', path: '/helps', open: seesHelps },
  subscription: { title: 'Assinatura', path: '/subscription', open: seesSubscription },
  subscribe: { title: 'Assine Agora!', path: '/subscription', open: asksToSubscribe },
}

/**
 * Opens a screen for a look at it, and leaves nothing of what was played behind; the next one is to be loaded anew.
 * @param {Page} page of a person who may see it, with the product open
 * @param {Screen} screen @param {Words} words @param {(path: string) => Promise<unknown>} go
 * @param {() => Promise<unknown>} look
 */
export async function onScreen(page, screen, words, go, look) {
  // Each question goes alone, so that any answer can be played.
  if (screen.play !== undefined) await page.route('**/asked-together', (route) => route.abort())
  const played = await screen.play?.(page)
  await go(screen.path)
  await screen.open?.(page, words)
  await look()
  if (screen.play === undefined) return
  await page.unrouteAll({ behavior: 'ignoreErrors' }) // an answer may be under way to the page that is being left
  await played?.dispose()
}

/** Narrow lists cut names, so the beginning must do. @param {string} text */
function seen(text) {
  return async (/** @type {Page} */ page) => page.getByText(text).first().waitFor()
}

async function switchesOnTwoStep(/** @type {Page} */ page, /** @type {Words} */ words) {
  await seen('caio@demo')(page)
  await page.locator('header button[aria-haspopup="menu"]').last().click()
  await page.getByRole('menuitem', { name: words('shell:profile') }).click()
  await page.getByRole('button', { name: words('users:twoStep.switchOn') }).click()
  await page.getByRole('button', { name: words('users:twoStep.copySecret') }).waitFor()
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
async function seesHowToShare(page, words) {
  await page.getByText(words('shares:howTo')).waitFor()
}

/** In the page: keeps what the service worker would have kept. */
const keepsShare = `(async () => {
  const canvas = new OffscreenCanvas(640, 400)
  const drawing = canvas.getContext('2d')
  drawing.fillStyle = '#7a8f9c'
  drawing.fillRect(0, 0, 640, 400)
  const form = new FormData()
  form.append('text', 'O sofá que o cliente viu na vitrine')
  form.append('files', new File([await canvas.convertToBlob()], 'sofa-serra.png', { type: 'image/png' }))
  form.append('files', new File(['%PDF-1.7'], 'oferta-de-novembro.pdf', { type: 'application/pdf' }))
  const { body, headers } = new Response(form)
  const kept = { 'content-type': headers.get('content-type'), 'x-kept-at': String(Date.now()) }
  const cache = await caches.open('shares')
  await cache.put('/share/kept/demo', new Response(body, { headers: kept }))
})()`

/** @param {Page} page */
async function playShare(page) {
  await page.evaluate(keepsShare)
  const dispose = () => page.evaluate("caches.delete('shares').then(() => undefined)")
  return { dispose, [Symbol.asyncDispose]: dispose }
}

/** @param {Page} page @param {Words} words */
async function seesShare(page, words) {
  await page.getByText('sofa-serra.png').waitFor()
  await page.getByRole('combobox', { name: words('shares:choose') }).fill('Marina')
  await page
    .getByRole('option', { name: /Marina/ })
    .first()
    .waitFor()
}

/** @param {Page} page @param {Words} words */
async function seesTable(page, words) {
  await page.getByRole('button', { name: words('dashboard:asTable') }).click()
  await page.getByText('Ana Lima').first().waitFor()
}

/** The demo's company is past its first day. @param {Page} page */
async function playFirstDay(page) {
  const done = { number: false, queue: true, user: false, message: false }
  await page.route('**/onboarding', (route) => route.fulfill({ json: { isDismissed: false, done } }))
}

/** @param {Page} page @param {Words} words */
async function seesFirstDay(page, words) {
  await page.getByRole('region', { name: words('onboarding:title') }).waitFor()
}

/** @param {Page} page @param {Words} words */
async function seesTrail(page, words) {
  await page.getByText(words('audit:act.login.succeeded')).first().waitFor()
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
  await page.locator('header button[aria-haspopup="dialog"]:has(.lucide-bell)').click()
  await page.getByRole('dialog').getByText('Tatiane').waitFor()
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
async function seesAlbum(page, words) {
  await seesBegin(page, words)
  const album = page.getByLabel(words('messages:album').replace('{{sender}}', everyKind.name))
  await album.scrollIntoViewIfNeeded()
  await album.getByRole('img').last().waitFor()
}

/** @param {Page} page */
async function opensTeamChat(page) {
  await page
    .getByRole('link', { name: /Equipe da loja/ })
    .first()
    .click()
  await page.getByRole('log').getByRole('article').last().waitFor()
}

/** @param {Page} page @param {Words} words */
async function seesContacts(page, words) {
  await page.getByLabel(words('contacts:table')).waitFor()
}

/** @param {Page} page @param {Words} words */
async function seesRemoved(page, words) {
  const none = page.getByText(words('contacts:noneRemoved'), { exact: true })
  await none.or(page.getByLabel(words('contacts:removedTable'))).waitFor()
}

/** Before the first video, what the place is for. @param {Page} page @param {Words} words */
async function seesHelps(page, words) {
  await page
    .getByText(words('helps:emptyTitle'))
    .or(page.getByLabel(words('helps:list')))
    .waitFor()
}

/** The form of a new record. @param {string} button */
function opensFormOf(button) {
  return async (/** @type {Page} */ page, /** @type {Words} */ words) => {
    await page.getByRole('button', { name: words(button), exact: true }).click()
    await page.getByRole('dialog').getByRole('textbox').first().waitFor()
  }
}

/** @param {Page} page @param {Words} words */
async function showsMarina(page, words) {
  await page.getByRole('searchbox', { name: words('contacts:search') }).fill('marina')
  await page
    .getByRole('button', { name: /^Marina Du/ })
    .first()
    .click()
  await page.getByRole('dialog').getByRole('list').first().waitFor()
}

/** @param {Page} page @param {Words} words */
async function copiesMarina(page, words) {
  await showsMarina(page, words)
  const dialog = page.getByRole('dialog')
  const link = dialog.locator('a[download]')
  const order = dialog.locator('button:enabled').filter({ hasText: words('contacts:exportData') })
  await link.or(order).first().waitFor()
  if ((await link.count()) === 0) await order.click() // else it is there of an earlier look
  await link.scrollIntoViewIfNeeded()
}

/** @param {Page} page @param {Words} words */
async function importsContacts(page, words) {
  await seesContacts(page, words)
  await page.getByRole('button', { name: words('contacts:import'), exact: true }).click()
  await page.getByRole('dialog').waitFor()
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

/** A connection that no live report changes, at a step of linking. @param {Record<string, unknown>} step */
function playLinking(step) {
  return async (/** @type {Page} */ page) => {
    await page.route(/\/whatsapp$/, async (route) => {
      const answer = await route.fetch()
      if (!answer.ok()) return route.fulfill({ response: answer })
      /** @type {Record<string, unknown>[]} */
      const rows = await answer.json()
      const own = { id: 900, name: 'Loja Sul', number: null, isDefault: false, cause: null, ...step }
      await route.fulfill({ response: answer, json: [...rows, { ...rows[0], ...own }] })
    })
  }
}

/** @param {string} button */
function opensLinking(button) {
  return async (/** @type {Page} */ page, /** @type {Words} */ words) => {
    const row = page.getByRole('row').filter({ hasText: 'Loja Sul' })
    await row.getByRole('button', { name: words(`connections:${button}`), exact: true }).click()
    await page.getByRole('dialog').waitFor()
  }
}

/** @param {'texts' | 'automation'} tab */
function editsConnection(tab) {
  return async (/** @type {Page} */ page, /** @type {Words} */ words) => {
    const edit = words('connections:editOf').replace('{{name}}', 'Loja Norte')
    await page.getByRole('button', { name: edit }).click()
    await page.getByRole('tab', { name: words(`connections:tab.${tab}`) }).click()
    await page.getByRole('tab', { selected: true, name: words(`connections:tab.${tab}`) }).waitFor()
  }
}

/** @param {Page} page @param {Words} words */
async function opensToken(page, words) {
  const open = words('connections:token.of').replace('{{name}}', 'Loja Centro')
  await page.getByRole('button', { name: open }).click()
  await page.getByRole('dialog').waitFor()
}

/** @param {Page} page @param {Words} words */
async function opensQueue(page, words) {
  const edit = words('queues:editOf').replace('{{name}}', 'Assistência')
  await page.getByRole('button', { name: edit }).click()
  await page.getByRole('dialog').getByLabel(words('queues:name'), { exact: true }).waitFor()
}

/** A menu that was not there is written first. @param {Page} page @param {Words} words */
async function playsMenu(page, words) {
  await opensQueue(page, words)
  await page.getByRole('tab', { name: words('queues:tab.menu') }).click()
  const talk = page.getByRole('log', { name: words('queues:simulator.talk') })
  await talk.waitFor()
  const below = words('queues:menu.addBelow').replace('{{title}}', 'Montagem')
  if ((await page.getByRole('treeitem').count()) === 0) {
    await addsOption(page, words, words('queues:menu.new'), 'Montagem', 'Como podemos ajudar?')
    await addsOption(page, words, below, 'Agendar a montagem', 'Em qual bairro você mora?')
    await addsOption(page, words, below, 'Faltou uma peça', 'Mande uma foto da etiqueta da caixa.')
    await addsOption(
      page,
      words,
      words('queues:menu.new'),
      'Troca ou devolução',
      'Qual é o número do pedido?',
    )
  }
  const answer = page.getByLabel(words('queues:simulator.placeholder'))
  await answer.fill('1')
  await answer.press('Enter')
  await talk.getByText('Como podemos ajudar?').waitFor()
}

/** @param {Page} page @param {Words} words @param {string} button @param {string} title @param {string} message */
async function addsOption(page, words, button, title, message) {
  await page.getByRole('button', { name: button, exact: true }).click()
  await page.getByLabel(words('queues:menu.optionTitle')).fill(title)
  await page.getByLabel(words('queues:menu.message')).fill(message)
  await page.getByLabel(words('queues:menu.optionTitle')).press('Enter')
  await page.getByRole('treeitem', { name: title }).waitFor()
}

/** @param {Page} page @param {Words} words @param {'queue' | 'company'} mode */
async function choosesHoursOf(page, words, mode) {
  const option = words(`settings:value.scheduleType.${mode}`)
  const choice = page.getByRole('combobox', { name: words('settings:option.scheduleType') })
  await choice.waitFor()
  if ((await choice.textContent()) === option) return
  await choice.click()
  await page.getByRole('option', { name: option }).click()
  await page.getByRole('tab', { name: words('settings:tab.holidays') }).waitFor()
}

/** @param {Page} page @param {Words} words */
async function opensQueueHours(page, words) {
  await choosesHoursOf(page, words, 'queue')
  await page.goto(new URL('/queues', page.url()).href)
  await opensQueue(page, words)
  await page.getByRole('tab', { name: words('queues:tab.hours') }).click()
  await page.getByRole('dialog').getByRole('group').first().waitFor()
}

/** @param {Page} page @param {Words} words */
async function opensCompanyHours(page, words) {
  await choosesHoursOf(page, words, 'company')
  await page.getByRole('tab', { name: words('settings:tab.hours') }).click()
  await page.getByRole('group').first().waitFor()
}

/** @param {Page} page @param {Words} words */
async function opensHolidays(page, words) {
  await choosesHoursOf(page, words, 'company')
  await page.getByRole('tab', { name: words('settings:tab.holidays') }).click()
  await page
    .getByRole('button', { name: words('holidays:suggest') })
    .first()
    .waitFor()
}

/** Step by step up to this one. @param {'payer' | 'plan' | 'review' | 'pix'} last */
function checksOut(last) {
  return async (/** @type {Page} */ page, /** @type {Words} */ words) => {
    await page.getByRole('button', { name: new RegExp(`^${words('billing:pay')} `) }).click()
    await page.getByLabel(words('billing:fullName')).fill('Adriana Vaz')
    await page.getByLabel(words('billing:address')).fill('Rua dos Andradas, 1001')
    await page.getByLabel(words('billing:city')).fill('Porto Alegre')
    await page.getByLabel(words('billing:zipcode')).fill('90020-007')
    if (last === 'payer') return
    const next = page.getByRole('button', { name: words('billing:next') })
    await next.click()
    await page.getByRole('radio').nth(1).waitFor()
    if (last === 'plan') return
    await next.click()
    await page.getByText(words('billing:reviewTotal')).waitFor()
    if (last === 'review') return
    await page.getByRole('button', { name: words('billing:pay'), exact: true }).click()
    await page.getByText(words('billing:waiting')).waitFor()
  }
}

/**
 * The signed-in person's company as it could be. Such a page hears no live events: the first one tells how the company
 * really is.
 * @param {Page} page @param {(company: any) => any} change
 */
async function playCompany(page, change) {
  for (const address of ['**/auth/me', '**/auth/refresh_token'])
    await page.route(address, async (route) => {
      const answer = await route.fetch()
      if (!answer.ok()) return route.fulfill({ response: answer })
      const read = await answer.json()
      const user = read.user ?? read
      const changed = { ...user, company: change(user.company) }
      await route.fulfill({ response: answer, json: read.user ? { ...read, user: changed } : changed })
    })
  return page.addInitScript({
    content: 'window.WebSocket = class extends EventTarget { readyState = 0; send() {} close() {} }',
  })
}

/** @param {Page} page */
async function playExpired(page) {
  const dueDate = new Date(Date.now() - 3 * 86_400_000).toISOString()
  return playCompany(page, (company) => ({ ...company, dueDate, expires: true }))
}

/** @param {Page} page @param {Words} words */
async function isExpired(page, words) {
  await page.getByText(words('billing:overPay')).waitFor()
  await page.getByText('R$ 299,90').first().waitFor()
}

/** @param {Page} page @param {Words} words */
async function seesSubscription(page, words) {
  await page.getByRole('button', { name: words('billing:subscribeNow') }).waitFor()
}

/** @param {Page} page @param {Words} words */
async function asksToSubscribe(page, words) {
  await page.getByRole('button', { name: words('billing:subscribeNow') }).click()
  await page.getByRole('dialog').waitFor()
}

/** One company for each colour of a row. @param {Page} page */
async function playCompanies(page) {
  await page.route('**/companies?**', (route) =>
    route.fulfill({ json: { companies: playedCompanies(), count: 5, hasMore: false } }),
  )
}

/** @param {Page} page @param {Words} words */
async function seesCompanies(page, words) {
  await page.getByText('Padaria Sol Nascente').waitFor()
  await page.getByLabel(words('companies:signupOpen')).waitFor()
}

/** @param {string} button */
function opensOfCompany(button) {
  return async (/** @type {Page} */ page, /** @type {Words} */ words) => {
    await seesCompanies(page, words)
    const name = words(button).replace('{{name}}', 'Padaria Sol Nascente')
    await page.getByRole('button', { name, exact: true }).click()
    await page.getByRole('dialog').waitFor()
  }
}

function playedCompanies() {
  const day = 86_400_000
  const inDays = (/** @type {number} */ days) => new Date(Date.now() + days * day).toISOString()
  const plan = {
    id: 2,
    name: 'Essencial',
    users: 5,
    connections: 2,
    queues: 8,
    value: 149.9,
    campaigns: null,
    schedules: null,
    useCampaigns: true,
    useKanban: true,
    useOpenAi: false,
    useIntegrations: false,
    useSchedules: true,
    useInternalChat: true,
    useExternalApi: false,
    isPublic: true,
  }
  const shared = {
    phone: '(51) 3025-4455',
    planId: 2,
    plan,
    status: true,
    campaignsEnabled: true,
    recurrence: 'MENSAL',
    trialExpiration: null,
    timeZone: 'America/Sao_Paulo',
    language: 'pt-BR',
    schedules: [],
    settings: [],
    billingName: 'Sol Nascente Panificação Ltda.',
    addressZipCode: '90010-150',
    addressStreet: 'Rua dos Andradas, 1001',
    addressState: 'RS',
    addressCity: 'Porto Alegre',
    addressDistrict: 'Centro Histórico',
    deleteAt: null,
    createdAt: '2026-02-03T12:20:00.000Z',
    updatedAt: '2026-02-03T12:20:00.000Z',
    openInvoice: null,
    used: { users: 3, connections: 1, queues: 4 },
  }
  return [
    { name: 'Padaria Sol Nascente', due: 26, openInvoice: { id: 52, value: 149.9 } },
    { name: 'Ótica Visão', due: 5 },
    { name: 'Pet Shop Amigo Fiel', due: 2, used: { users: 5, connections: 2, queues: 3 } },
    { name: 'Academia Corpo em Movimento', due: -4, status: false },
    { name: 'Livraria Cais', due: 60, status: false, deleteAt: inDays(22) },
  ].map(({ due, ...own }, at) => ({
    ...shared,
    ...own,
    id: 35 + at,
    email: `contato@empresa${35 + at}.com.br`,
    dueDate: inDays(due),
  }))
}

/** An invoice that is open, and one that was paid wrongly. @param {Page} page */
async function playInvoices(page) {
  await page.route('**/payments?**', (route) =>
    route.fulfill({ json: { invoices: playedInvoices(), count: 2, hasMore: false } }),
  )
}

/** @param {Page} page @param {Words} words */
async function seesPlatformInvoices(page, words) {
  await page.getByRole('tab', { name: words('billing:platform') }).click()
  await page.getByText('Padaria Sol Nascente').first().waitFor()
}

/** @param {Page} page @param {Words} words */
async function asksToCancelInvoice(page, words) {
  await seesPlatformInvoices(page, words)
  const names = words('billing:cancelOf')
    .replace('{{id}}', '52')
    .replace('{{company}}', 'Padaria Sol Nascente')
  await page.getByRole('button', { name: names, exact: true }).click()
  await page.getByRole('dialog').waitFor()
}

/** @param {Page} page @param {Words} words */
async function seesWaitingPayments(page, words) {
  await seesPlatformInvoices(page, words)
  await page.locator('header button[aria-haspopup="dialog"]:has(.lucide-bell)').click()
  await page.getByRole('link', { name: words('shell:seePayments') }).waitFor()
}

function playedInvoices() {
  const company = { id: 35, name: 'Padaria Sol Nascente', dueDate: '2026-12-10' }
  const shared = { detail: 'Essencial', value: 149.9, status: 'open' }
  const charge = {
    txid: 'FAT51X3B9F',
    provider: 'efi',
    planName: 'Essencial',
    amount: 149.9,
    state: 'differs',
    paidAmount: 100,
    createdAt: '2026-11-20T12:00:00.000Z',
  }
  return [
    { ...shared, id: 52, dueDate: '2036-12-10', attention: null, company, charge: null, charges: [] },
    {
      ...shared,
      id: 51,
      dueDate: '2036-12-05',
      attention: 'differs',
      company: { id: 36, name: 'Ótica Visão', dueDate: '2036-12-05' },
      charge,
      charges: [charge],
    },
  ]
}

/** @param {Page} page @param {Words} words */
async function seesOptions(page, words) {
  await page.getByLabel(words('settings:timeZone')).waitFor()
}

/** @param {Page} page */
async function playVisit(page) {
  const at = Date.now()
  const support = {
    userId: 9_999,
    name: 'Otávio Ramos',
    reason: 'Ligar o número da loja nova',
    since: new Date(at).toISOString(),
    until: new Date(at + 3_600_000).toISOString(),
  }
  return playCompany(page, (company) => ({ ...company, support }))
}

/** @param {Page} page @param {Words} words */
async function isVisited(page, words) {
  await page.getByRole('button', { name: words('shell:visitEnd'), exact: true }).waitFor()
}

/** One that was not there is written first. @param {Page} page @param {Words} words */
async function makesPrompt(page, words) {
  const empty = page.getByRole('heading', { name: words('prompts:emptyTitle') })
  const row = page.getByText('Consultora de sofás').first()
  await empty.or(row).waitFor()
  if ((await row.count()) > 0) return
  await page.getByRole('button', { name: words('prompts:new'), exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(words('prompts:name'), { exact: true }).fill('Consultora de sofás')
  await dialog.getByLabel(words('prompts:prompt'), { exact: true }).fill('Você vende os sofás da Casa Ipê.')
  await dialog.getByLabel(words('prompts:queue'), { exact: true }).click()
  await page.getByRole('option').nth(1).click()
  await dialog.getByRole('button', { name: words('common:save'), exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
  await row.waitFor()
}

/** @param {Page} page @param {Words} words */
async function editsPrompt(page, words) {
  await makesPrompt(page, words)
  const edit = words('prompts:editOf').replace('{{name}}', 'Consultora de sofás')
  await page.getByRole('button', { name: edit }).click()
  await page.getByRole('dialog').getByLabel(words('prompts:apiKey'), { exact: true }).waitFor()
}

/** Lanes that were not there are added, and a card is moved. @param {Page} page @param {Words} words */
async function addsLanes(page, words) {
  const [sent, paid] = ['Orçamento enviado', 'Aguarda pagamento']
  const lane = (/** @type {string} */ name) => page.getByRole('region', { name })
  await page.locator('li a').first().waitFor()
  if (
    (await lane(sent)
      .or(page.getByRole('button', { name: sent }))
      .count()) > 0
  )
    return
  await page.getByRole('button', { name: words('kanban:edit'), exact: true }).click()
  for (const name of [sent, paid]) {
    await page
      .getByRole('button', { name: words('kanban:addLane'), exact: true })
      .first()
      .click()
    const form = page.getByRole('dialog', { name: words('kanban:addLane') })
    await form.getByLabel(words('kanban:laneName'), { exact: true }).fill(name)
    await form.getByRole('button', { name: words('common:save'), exact: true }).click()
    await form.waitFor({ state: 'detached' })
  }
  await page
    .getByRole('button', { name: words('common:close'), exact: true })
    .last()
    .click()
  await lane(paid)
    .or(page.getByRole('button', { name: paid }))
    .first()
    .waitFor()
}

/** A tag made twice is one. @param {Page} page @param {Words} words */
async function makesTag(page, words) {
  await page.getByRole('button', { name: words('tags:new'), exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(words('tags:name'), { exact: true }).fill('Cliente novo')
  await dialog.getByRole('button', { name: words('common:save'), exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByText('Cliente novo').first().waitFor()
}

/** One that was not there is written first. @param {Page} page @param {Words} words */
async function makesFileList(page, words) {
  const empty = page.getByRole('heading', { name: words('fileLists:emptyTitle') })
  const row = page.getByText('Tabelas de verão').first()
  await empty.or(row).waitFor()
  if ((await row.count()) > 0) return
  await page.getByRole('button', { name: words('fileLists:new'), exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(words('fileLists:name'), { exact: true }).fill('Tabelas de verão')
  await dialog.getByLabel(words('fileLists:message'), { exact: true }).fill('Seguem os preços e as cores.')
  await dialog.getByRole('button', { name: words('common:save'), exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
  await row.waitFor()
}

/** One that was not there is written first. @param {Page} page @param {Words} words */
async function makesIntegration(page, words) {
  const empty = page.getByRole('heading', { name: words('integrations:emptyTitle') })
  const row = page.getByText('Fluxo de orçamentos').first()
  await empty.or(row).waitFor()
  if ((await row.count()) > 0) return
  await page.getByRole('button', { name: words('integrations:new'), exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(words('integrations:name'), { exact: true }).fill('Fluxo de orçamentos')
  await dialog
    .getByLabel(words('integrations:typebotUrl'), { exact: true })
    .fill('https://typebot.example.com')
  await dialog.getByLabel(words('integrations:slug'), { exact: true }).fill('orcamentos')
  await dialog.getByRole('button', { name: words('common:save'), exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
  await row.waitFor()
}

/** One that was not there is written first. @param {Page} page @param {Words} words */
async function makesWebhook(page, words) {
  const empty = page.getByRole('heading', { name: words('webhooks:emptyTitle') })
  const row = page.getByText('Estoque').first()
  await empty.or(row).waitFor()
  if ((await row.count()) > 0) return
  await opensWebhookForm(page, words)
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(words('webhooks:name'), { exact: true }).fill('Estoque')
  await dialog.getByLabel(words('webhooks:url'), { exact: true }).fill('https://erp.example.com/balcao')
  await dialog.getByRole('button', { name: words('common:save'), exact: true }).click()
  await page.getByRole('button', { name: words('webhooks:secret.kept'), exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
  await row.waitFor()
}

/** @param {Page} page @param {Words} words */
async function opensWebhookForm(page, words) {
  await page.getByRole('button', { name: words('webhooks:new'), exact: true }).click()
  await page.getByRole('dialog').getByLabel(words('webhooks:url'), { exact: true }).waitFor()
}

/** @param {Page} page @param {Words} words */
async function opensIntegrationForm(page, words) {
  await makesIntegration(page, words)
  await page.getByRole('button', { name: words('integrations:new'), exact: true }).click()
  await page.getByRole('dialog').getByLabel(words('integrations:slug'), { exact: true }).waitFor()
}

/** One that was not there is written first, with two contacts. @param {Page} page @param {Words} words */
async function makesContactList(page, words) {
  const empty = page.getByRole('heading', { name: words('contactLists:emptyTitle') })
  const row = page.getByRole('link', { name: 'Clientes de Canela', exact: true })
  await empty.or(row).waitFor()
  if ((await row.count()) > 0) return
  await page
    .getByRole('button', { name: words('contactLists:new'), exact: true })
    .first()
    .click()
  await fillsForm(page, words, { 'contactLists:name': 'Clientes de Canela' })
  await row.click()
  for (const [name, number] of [
    ['Lívia Prado', '51 98765-0001'],
    ['Rui Farias', '51 98765-0002'],
  ]) {
    await page
      .getByRole('button', { name: words('contactLists:addItem'), exact: true })
      .first()
      .click()
    await fillsForm(page, words, { 'contactLists:name': name ?? '', 'contactLists:number': number ?? '' })
    await page.getByText(name ?? '', { exact: true }).waitFor()
  }
  await page.goto(new URL('/contact-lists', page.url()).href)
  await row.waitFor()
}

/** Each field by its label, and then saved. @param {Page} page @param {Words} words @param {Record<string, string>} fields */
async function fillsForm(page, words, fields) {
  const dialog = page.getByRole('dialog')
  for (const [label, written] of Object.entries(fields))
    await dialog.getByLabel(words(label), { exact: true }).fill(written)
  await dialog.getByRole('button', { name: words('common:save'), exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
}

/** @param {Page} page @param {Words} words */
async function fillsContactList(page, words) {
  await makesContactList(page, words)
  const fill = words('contactLists:importOf').replace('{{name}}', 'Clientes de Canela')
  await page.getByRole('button', { name: fill }).click()
  await page.getByRole('dialog').waitFor()
}

/** @param {Page} page @param {Words} words */
async function opensContactList(page, words) {
  await makesContactList(page, words)
  await page.getByRole('link', { name: 'Clientes de Canela', exact: true }).click()
  await page.getByText('Lívia Prado').waitFor()
}

/** @param {Page} page @param {Words} words */
async function addsToContactList(page, words) {
  await opensContactList(page, words)
  await page.getByRole('button', { name: words('contactLists:addItem'), exact: true }).click()
  await page.getByRole('dialog').waitFor()
}

/** @param {Page} page @param {Words} words */
async function editsQuickMessage(page, words) {
  const edit = words('quickMessages:editOf').replace('{{name}}', '/bomdia')
  await page.getByRole('button', { name: edit }).click()
  await page.getByRole('dialog').getByLabel(words('quickMessages:shortcode'), { exact: true }).waitFor()
}

/** In the month in which the scene's message to Marina leaves. @param {'month' | 'week' | 'list'} view */
function seesCalendar(view) {
  return async (/** @type {Page} */ page, /** @type {Words} */ words) => {
    const tab = { name: words(`schedules:views.${view}`) }
    await page.getByRole('tab', tab).click()
    await page.getByRole('tab', { ...tab, selected: true }).waitFor() // the view before it may show her, too
    const marina = page.getByRole('main').getByText('Marina Duarte').first()
    const onward = page.getByRole('button', { name: words('schedules:after'), exact: true })
    await marina.waitFor({ timeout: 3_000 }).catch(() => onward.click()) // it leaves a week after the scene was played
    await marina.waitFor()
  }
}

/** @param {Page} page @param {Words} words */
async function opensEntry(page, words) {
  await seesCalendar('month')(page, words)
  await page
    .getByRole('button', { name: /Marina Duarte/ })
    .first()
    .click()
  await page.getByRole('dialog').waitFor()
}

/** @param {Page} page @param {Words} words */
async function writesSchedule(page, words) {
  await page.getByRole('button', { name: words('schedules:newTitle'), exact: true }).click()
  await page.getByRole('dialog').getByLabel(words('schedules:sendAt')).waitFor()
}

/** @param {Page} page @param {Words} words */
async function seesAnnouncements(page, words) {
  await page.getByText('Manutenção hoje').first().waitFor()
  await page.getByRole('button', { name: words('announcements:new'), exact: true }).waitFor()
}

/** @param {Page} page @param {Words} words */
async function editsAnnouncement(page, words) {
  await seesAnnouncements(page, words)
  await page.getByRole('button', { name: words('announcements:new'), exact: true }).click()
  await page.getByRole('dialog').getByRole('textbox').first().waitFor()
}

/** @param {Page} page @param {Words} words */
async function opensAnnouncements(page, words) {
  await page.getByRole('button', { name: words('announcements:popoverNew') }).click()
  await page.getByRole('dialog').getByText('Manutenção hoje').waitFor()
}

/** @param {Page} page @param {Words} words */
async function readsAnnouncement(page, words) {
  await opensAnnouncements(page, words)
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /Manutenção hoje/ })
    .click()
  const reader = page.getByRole('dialog', { name: /^Manutenção hoje/ }) // the list behind it shows the text, too
  await reader.getByText('As mensagens esperam').waitFor()
}

/** Of which nobody has read any. @param {Page} page */
async function playAnnouncements(page) {
  await page.evaluate(
    `Object.keys(localStorage).forEach((key) => /announcement/i.test(key) && localStorage.removeItem(key))`,
  )
  await page.route('**/announcements?**', (route) =>
    route.fulfill({ json: { records: playedAnnouncements(), count: 3, hasMore: false } }),
  )
  await page.route('**/announcements/list', (route) =>
    route.fulfill({ json: playedAnnouncements().filter(({ status }) => status) }),
  )
}

function playedAnnouncements() {
  const at = new Date(Date.now() - 3_600_000).toISOString()
  const shared = { mediaPath: null, mediaName: null, createdAt: at, updatedAt: at }
  return [
    {
      id: 1,
      title: 'Manutenção hoje às 22h',
      text: 'Ficamos fora por dez minutos.\nAs mensagens esperam e chegam depois.',
      priority: 1,
      status: true,
    },
    { id: 2, title: 'Novo: kanban', text: 'Arraste atendimentos entre etapas.', priority: 2, status: true },
    {
      id: 3,
      title: 'Boas festas',
      text: 'Atendimento reduzido até 2 de janeiro.',
      priority: 3,
      status: false,
    },
  ].map((one) => ({ ...one, ...shared }))
}

/**
 * Campaigns in every status, as they would stand after a morning: a running one cannot be looked at twice alike.
 * @param {Page} page
 */
async function playCampaigns(page) {
  const campaigns = playedCampaigns()
  const of = (/** @type {string} */ address) =>
    campaigns.find(({ id }) => id === Number(/campaigns\/(\d+)/.exec(address)?.[1]))
  await page.route('**/campaigns?**', (route) =>
    route.fulfill({ json: { records: campaigns, count: campaigns.length, hasMore: false } }),
  )
  await page.route('**/campaigns/*', (route) => {
    const campaign = of(route.request().url())
    const contactList = {
      ...campaign?.contactList,
      contactsCount: 1998,
      validCount: 1902,
      dueCount: 0,
      contacts: [],
    }
    return route.fulfill({ json: { ...campaign, shipping: [], contactList } })
  })
  await page.route('**/campaigns/*/estimate', (route) =>
    route.fulfill({
      json: {
        ...{ contacts: 1902, unchecked: 12, optedOut: 4, invalid: 80, seconds: 13_500 },
        startsAt: '2026-11-20T11:30:00.000Z',
        endsAt: '2026-11-20T15:15:00.000Z',
      },
    }),
  )
  await page.route('**/campaigns/*/figures', (route) => {
    const isPaused = of(route.request().url())?.pausedBecause !== null
    return route.fulfill({ json: { ...playedFigures(), ...(isPaused && { endsAt: null }) } })
  })
  await page.route('**/campaigns/*/shipping?**', (route) =>
    route.fulfill({ json: { records: playedShipping(), count: 1998, hasMore: true } }),
  )
}

/** @param {Page} page */
async function seesCampaigns(page) {
  await page.getByText('Semana do Estofado').first().waitFor()
}

/** @param {Page} page @param {Words} words */
async function writesCampaign(page, words) {
  await seesCampaigns(page)
  const edit = words('campaigns:editOf').replace('{{name}}', 'Aniversário da loja')
  await page.getByRole('button', { name: edit }).click()
  await page.getByRole('dialog').getByText('Maria Souza').first().waitFor()
}

/** @param {Page} page @param {Words} words */
async function asksToStart(page, words) {
  await seesCampaigns(page)
  const start = words('campaigns:startOf').replace('{{name}}', 'Aniversário da loja')
  await page.getByRole('button', { name: start }).click()
  await page.getByRole('dialog').getByRole('listitem').first().waitFor()
}

/** @param {string} name */
function opensReport(name) {
  return async (/** @type {Page} */ page) => {
    await seesCampaigns(page)
    await page.getByRole('link', { name, exact: true }).click()
    await page.getByText('Adriana Bessa').waitFor()
  }
}

/** @param {Page} page */
async function playOptOuts(page) {
  await page.route('**/campaign-opt-outs?**', (route) =>
    route.fulfill({
      json: {
        records: [
          {
            ...{ id: 1, name: 'Lívia Prado', number: '5551987650001', word: 'Sair, por favor' },
            campaign: { id: 3, name: 'Semana do Estofado' },
            createdAt: '2026-11-20T13:12:00.000Z',
          },
        ],
        count: 1,
        hasMore: false,
      },
    }),
  )
}

/** @param {Page} page */
async function seesOptOuts(page) {
  await page.getByText('Lívia Prado').waitFor()
}

function playedCampaigns() {
  const nothing = {
    ...{ total: 0, valid: 1902, pending: 0, sending: 0, asked: 0, confirmed: 0, sent: 0, delivered: 0 },
    ...{ read: 0, failed: 0, skipped: 0, shipped: 0, confirmationsRequested: 0, confirmations: 0 },
  }
  const halfWay = {
    ...{
      total: 1998,
      valid: 1902,
      pending: 511,
      sending: 1,
      asked: 95,
      confirmed: 0,
      sent: 284,
      delivered: 700,
    },
    ...{
      read: 300,
      failed: 11,
      skipped: 96,
      shipped: 1284,
      confirmationsRequested: 1380,
      confirmations: 1284,
    },
  }
  const shared = {
    message1: 'Olá {nome}! Nesta semana, *10%* em todos os sofás.',
    message2: 'Oi {nome}, os sofás estão com *10%* de desconto até sábado.',
    ...{ message3: '', message4: '', message5: '', confirmationMessage1: 'Posso mandar as ofertas?' },
    ...{ confirmationMessage2: '', confirmationMessage3: '', confirmationMessage4: '' },
    ...{ confirmationMessage5: '', confirmation: false, startedAt: null, completedAt: null },
    ...{ pausedBecause: null, pausedAt: null, failure: null, scheduledAt: null, tagListId: null },
    ...{ whatsappId: 1, whatsapp: { id: 1, name: 'Loja Centro' } },
    ...{ contactListId: 1, contactList: { id: 1, name: 'Clientes 2025' } },
    ...{ fileListId: null, fileList: null, companyId: 1, mediaPath: null, mediaName: null, mediaType: null },
    counts: nothing,
    createdAt: '2026-11-19T12:00:00.000Z',
    updatedAt: '2026-11-20T13:24:00.000Z',
  }
  const started = { startedAt: '2026-11-20T11:30:00.000Z', counts: halfWay }
  return [
    { ...shared, id: 1, name: 'Aniversário da loja', status: 'INATIVA' },
    { ...shared, id: 2, name: 'Natal', status: 'PROGRAMADA', scheduledAt: '2099-12-10T12:00:00.000Z' },
    { ...shared, ...started, id: 3, name: 'Semana do Estofado', status: 'EM_ANDAMENTO', confirmation: true },
    {
      ...{ ...shared, ...started, id: 4, name: 'Volta às aulas', status: 'EM_ANDAMENTO' },
      ...{ pausedBecause: 'ERR_WAPP_MSG_RESTRICTED', pausedAt: '2026-11-20T13:24:00.000Z' },
    },
    { ...shared, ...started, id: 5, name: 'Dia das mães', status: 'CANCELADA' },
    {
      ...{ ...shared, ...started, id: 6, name: 'Queima de estoque', status: 'FINALIZADA' },
      completedAt: '2026-11-20T15:10:00.000Z',
    },
  ]
}

function playedFigures() {
  const series = Array.from({ length: 40 }, (_, part) => ({
    at: new Date(Date.parse('2026-11-20T11:30:00.000Z') + part * 180_000).toISOString(),
    shipped: 24 + ((part * 17) % 19),
    received: 20,
    read: 8,
    failed: part % 7 === 3 ? 2 : 0,
    confirmed: 9,
  }))
  const [{ counts } = { counts: {} }] = playedCampaigns()
  return { counts, endsAt: '2026-11-20T14:20:00.000Z', stepSeconds: 180, series }
}

function playedShipping() {
  const none = {
    ...{ campaignId: 3, email: '', reason: null, deliveredAt: null, receivedAt: null, readAt: null },
    ...{
      failedAt: null,
      confirmationRequestedAt: null,
      confirmedAt: null,
      contactId: null,
      ticketUuid: null,
    },
    updatedAt: '2026-11-20T13:24:00.000Z',
  }
  const asked = { confirmationRequestedAt: '2026-11-20T13:20:00.000Z' }
  const sent = { ...asked, confirmedAt: '2026-11-20T13:22:00.000Z', deliveredAt: '2026-11-20T13:24:00.000Z' }
  return [
    { ...none, ...sent, id: 1, name: 'Adriana Bessa', number: '5551998120076', state: 'read' },
    { ...none, ...sent, id: 2, name: 'Beto Marcenaria', number: '5551982304519', state: 'delivered' },
    {
      ...{ ...none, id: 3, name: 'Cláudia Rossi', number: '5554991073328', state: 'failed' },
      ...{ reason: 'ERR_SENDING_WAPP_MSG', failedAt: '2026-11-20T13:23:00.000Z' },
    },
    { ...none, ...asked, id: 4, name: 'Daniel Koch', number: '5551994668102', state: 'asked' },
    { ...none, id: 5, name: 'Elisa Monteiro', number: '5551993802245', state: 'skipped', reason: 'invalid' },
    { ...none, id: 6, name: 'Fábio Nunes', number: '5551993802246', state: 'pending' },
  ]
}
