import { everyKind } from './demo-conversations.mjs'

// Every screen, panel and dialog of the product with the demo: `npm run screens` takes their pictures, and
// e2e/src/look.ts checks them in both themes, on a desk and on a phone, and in all languages.

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {import('./screen-words.mjs').Words} Words */
/**
 * @typedef {object} Screen
 * @property {string} title for the index of the pictures
 * @property {string} path
 * @property {(page: Page, words: Words) => Promise<unknown>} [open] the acts on the page, in any language
 * @property {'owner'} [as] the viewer, if it is the platform's owner instead of the company's admin
 * @property {boolean} [withDeadLetters] with dead letters
 * @property {(page: Page) => Promise<import('playwright-core').Disposable | void>} [play] replaces answers of the product
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
  'message-costs': {
    title: 'Conexão oficial: os custos de um mês',
    path: '/connections/900/costs',
    open: seen('R$ 131,25'),
    play: playCosts,
  },
  'dead-letters': {
    title: 'Mensagens que não entraram',
    path: '/connections/dead-letters',
    open: seen('Jonas Pet'),
    withDeadLetters: true,
  },
  prompts: {
    title: 'Open.Ai: assistentes e o que gastaram',
    path: '/prompts',
    open: seen('Consultora de sofás'),
  },
  'messages-api': { title: 'API de mensagens', path: '/messages-api', open: seen('/api/messages/send') },
  webhooks: { title: 'API: webhooks', path: '/messages-api/webhooks', open: makesWebhook },
  'webhook-form': { title: 'API: um webhook', path: '/messages-api/webhooks', open: opensWebhookForm },
  'prompt-form': { title: 'Open.Ai: um prompt', path: '/prompts', open: editsPrompt },
  integrations: { title: 'Integrações', path: '/queue-integration', open: seen('Fluxo de orçamentos') },
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
  'schedule-template': {
    title: 'Agendar um modelo da API oficial',
    path: '/schedules',
    open: schedulesTemplate,
    play: playOfficial,
  },
  tags: { title: 'Tags', path: '/tags', open: seen('Sob medida') },
  'tag-form': { title: 'Uma tag', path: '/tags', open: opensFormOf('tags:new') },
  kanban: { title: 'Kanban', path: '/kanban', open: seesLanes },
  files: { title: 'Lista de arquivos', path: '/files', open: seen('Tabelas de verão') },
  'contact-lists': { title: 'Listas de contatos', path: '/contact-lists', open: seesContactLists },
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
  },
  'campaign-form': {
    title: 'Campanha: mensagens com a prévia',
    path: '/campaigns',
    open: writesCampaign,
  },
  'campaign-template': {
    title: 'Campanha: um modelo da API oficial',
    path: '/campaigns',
    open: choosesTemplate,
    play: playOfficial,
  },
  'campaign-start': {
    title: 'Campanha: iniciar, com a previsão',
    path: '/campaigns',
    open: asksToStart,
  },
  'campaign-report': {
    title: 'Relatório de uma campanha em andamento',
    path: '/campaigns',
    open: opensReport('Semana do Estofado'),
  },
  'campaign-paused': {
    title: 'Relatório de uma campanha que o WhatsApp fez parar',
    path: '/campaigns',
    open: opensReport('Semana do Estofado'),
    play: playPause,
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
  },
  options: { title: 'Configurações: opções, com fuso e idioma', path: '/settings', open: seesOptions },
  audit: { title: 'Auditoria', path: '/settings?tab=audit', open: seesTrail },
  'move-out': { title: 'Levar os dados', path: '/settings?tab=moveOut', open: seesMoveOut },
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
  },
  'company-form': {
    title: 'Editar empresa',
    path: '/settings?tab=companies',
    as: 'owner',
    open: opensOfCompany('companies:edit'),
  },
  'company-extend': {
    title: 'Prorrogar o vencimento de uma empresa que deve uma fatura',
    path: '/settings?tab=companies',
    as: 'owner',
    open: opensOfCompany('companies:extend'),
  },
  'company-delete': {
    title: 'Excluir empresa',
    path: '/settings?tab=companies',
    as: 'owner',
    open: opensOfCompany('companies:delete'),
  },
  'company-enter': {
    title: 'Entrar como suporte',
    path: '/settings?tab=companies',
    as: 'owner',
    open: opensOfCompany('companies:enter'),
  },
  announcements: {
    title: 'Informativos',
    path: '/announcements',
    as: 'owner',
    open: seesAnnouncements,
  },
  'announcement-form': {
    title: 'Um informativo',
    path: '/announcements',
    as: 'owner',
    open: editsAnnouncement,
  },
  'announcements-popover': {
    title: 'Informativos, como todos os veem',
    path: '/tickets',
    as: 'owner',
    open: opensAnnouncements,
    play: forgetAnnouncements,
  },
  'announcement-reader': {
    title: 'Um informativo aberto',
    path: '/tickets',
    as: 'owner',
    open: readsAnnouncement,
    play: forgetAnnouncements,
  },
  'support-bar': {
    title: 'O suporte está na empresa',
    path: '/connections',
    open: isVisited,
    play: playVisit,
  },
  'backup-bar': {
    title: 'A instalação está sem backup recente',
    path: '/connections',
    as: 'owner',
    open: seesBackupBar,
    play: playOldBackup,
  },
  'message-prices': {
    title: 'Preços da Meta: antes do primeiro',
    path: '/settings?tab=prices',
    as: 'owner',
    open: seesPrices,
  },
  'message-price-form': {
    title: 'Um preço da Meta',
    path: '/settings?tab=prices',
    as: 'owner',
    open: opensPrice('messagePrices:new'),
  },
  'message-price-import': {
    title: 'Preços da Meta: colar uma planilha',
    path: '/settings?tab=prices',
    as: 'owner',
    open: opensPrice('messagePrices:import'),
  },
  'move-ins': {
    title: 'Mudanças: antes da primeira',
    path: '/settings?tab=moveIns',
    as: 'owner',
    open: (page, words) => page.getByText(words('moveIns:emptyTitle')).waitFor(),
    play: (page) => playMoves(page, []),
  },
  'move-in-form': {
    title: 'Mudanças: o servidor antigo',
    path: '/settings?tab=moveIns',
    as: 'owner',
    open: asksOnMove('moveIns:new'),
    play: (page) => playMoves(page, []),
  },
  'move-in-look': {
    title: 'Mudanças: o que a olhada encontrou',
    path: '/settings?tab=moveIns',
    as: 'owner',
    open: seen('Padaria Sol'),
    play: (page) => playMoves(page, [{ state: 'looked', look: playedLook }]),
  },
  'move-in-running': {
    title: 'Mudanças: movendo, com o tempo que falta',
    path: '/settings?tab=moveIns',
    as: 'owner',
    open: (page) => page.getByRole('progressbar').waitFor(),
    play: (page) =>
      playMoves(page, [
        {
          ...{ state: 'running', order: 'run', look: playedLook },
          progress: {
            ...{ company: 'Padaria Sol', step: 'messages', rowsDone: 91_000, rowsTotal: 215_300 },
            secondsLeft: 260,
          },
        },
      ]),
  },
  'move-in-switch': {
    title: 'Mudanças: virar a chave',
    path: '/settings?tab=moveIns',
    as: 'owner',
    open: asksOnMove('moveIns:switch'),
    play: (page) => playMoves(page, [{ state: 'done', look: playedLook, companies: 1 }]),
  },
  'move-in-report': {
    title: 'Mudanças: o relatório',
    path: '/settings?tab=moveIns',
    as: 'owner',
    open: async (page, words) => {
      await page.getByRole('button', { name: words('moveIns:showReport') }).click()
      await page.getByRole('button', { name: words('moveIns:saveReport') }).waitFor()
    },
    play: (page) =>
      playMoves(page, [
        { state: 'switched', hasAddress: false, companies: 1, switchedAt: '2026-11-21T12:00:00.000Z' },
      ]),
  },
  plans: { title: 'Planos', path: '/settings?tab=plans', as: 'owner', open: seen('Completo') },
  'plan-form': {
    title: 'Um plano',
    path: '/settings?tab=plans',
    as: 'owner',
    open: opensFormOf('plans:new'),
  },
  helps: { title: 'Ajuda', path: '/helps', open: seen('Como vincular um número'), play: playVideoPictures },
  subscription: { title: 'Assinatura', path: '/subscription', open: seesSubscription },
  subscribe: { title: 'Assine Agora!', path: '/subscription', open: asksToSubscribe },
}

/**
 * Opens a screen for a look, and removes all replaced answers; the next screen must be loaded anew.
 * @param {Page} page of a user who may see it, with the product open
 * @param {Screen} screen @param {Words} words @param {(path: string) => Promise<unknown>} go
 * @param {() => Promise<unknown>} look
 */
export async function onScreen(page, screen, words, go, look) {
  // Each question is a request of its own, so that any answer can be replaced.
  if (screen.play !== undefined) await page.route('**/asked-together', (route) => route.abort())
  const played = await screen.play?.(page)
  await go(screen.path)
  await screen.open?.(page, words)
  await look()
  if (screen.play === undefined) return
  await page.unrouteAll({ behavior: 'ignoreErrors' }) // an answer may still be in flight to the closed page
  await played?.dispose()
}

/** Narrow lists cut names, so the beginning must suffice. @param {string} text */
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
    const more = page.getByRole('button', { name: words('tickets:more') })
    await more.waitFor()
    // Where the head has room, the act is a button of its own, named with its shortcut.
    const inHead = page.getByRole('button', { name: `${words(name)} (` })
    if (await inHead.isVisible()) await inHead.click()
    else {
      await more.click()
      await page.getByRole('menuitem', { name: words(name) }).click()
    }
    await page.getByRole('dialog').waitFor()
  }
}

/** @param {Page} page @param {Words} words */
async function seesHowToShare(page, words) {
  await page.getByText(words('shares:howTo')).waitFor()
}

/** Runs in the page: stores a share as the service worker does. */
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

/** The demo's company is past its first day, so this replaces its checklist. @param {Page} page */
async function playFirstDay(page) {
  const done = { company: true, password: true, queue: true, number: false, user: false, message: false }
  await page.route('**/onboarding', (route) =>
    route.fulfill({ json: { isDismissed: false, hasHelps: true, done } }),
  )
}

/** @param {Page} page @param {Words} words */
async function seesFirstDay(page, words) {
  await page.getByRole('region', { name: words('onboarding:title') }).waitFor()
}

/** @param {Page} page @param {Words} words */
async function seesTrail(page, words) {
  await page.getByText(words('audit:act.login.succeeded')).first().waitFor()
}

/** @param {Page} page @param {Words} words */
async function seesMoveOut(page, words) {
  await page.getByText(words('moveOut:without')).waitFor()
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
  await page.getByPlaceholder(words('messages:write')).fill('') // clears an earlier attempt
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
    await page.waitForTimeout(100) // earlier messages load above
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
  if ((await link.count()) === 0) await order.click() // else it exists from an earlier look
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
  // The page remembers a panel that was open before.
  const opener = page.getByTitle(words('tickets:showContact'))
  if ((await opener.getAttribute('aria-expanded')) === 'false') await opener.click()
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

/** A connection at a step of linking, which no live report changes. @param {Record<string, unknown>} step */
function playLinking(step) {
  return async (/** @type {Page} */ page) => {
    await page.route(/\/whatsapp(\?|$)/, async (route) => {
      const answer = await route.fetch()
      if (!answer.ok()) return route.fulfill({ response: answer })
      /** @type {Record<string, unknown>[]} */
      const rows = await answer.json()
      const own = { id: 900, name: 'Loja Sul', number: null, isDefault: false, cause: null, ...step }
      await route.fulfill({ response: answer, json: [...rows, { ...rows[0], ...own }] })
    })
  }
}

/** Adds a number of the official API with templates. @param {Page} page */
async function playOfficial(page) {
  await playLinking({ status: 'CONNECTED', provider: 'cloud', qrcode: '' })(page)
  const told = { status: 'APPROVED', quality: 'GREEN', reason: null, updatedAt: '2026-11-20T12:00:00.000Z' }
  const shared = { connectionId: 900, language: 'pt_BR', isNamed: false, ...told }
  const text = 'Olá, {{1}}! O seu sofá saiu para entrega hoje, entre {{2}}.'
  const buttons = [
    { type: 'QUICK_REPLY', text: 'Mudar o horário' },
    { type: 'URL', text: 'Acompanhar', url: 'https://loja.example/entregas' },
  ]
  const components = [
    { type: 'HEADER', format: 'IMAGE' },
    { type: 'BODY', text },
    { type: 'FOOTER', text: 'Estofados Araucária' },
    { type: 'BUTTONS', buttons },
  ]
  const templates = [
    { ...shared, id: 901, name: 'boas_vindas', category: 'MARKETING', components: [{ type: 'BODY', text }] },
    { ...shared, id: 902, name: 'entrega_hoje', category: 'UTILITY', components },
  ]
  await page.route('**/message-templates?**', (route) =>
    route.fulfill({ json: { templates, checkedAt: told.updatedAt } }),
  )
  await page.route('**/schedules/reply-window?**', (route) =>
    route.fulfill({ json: { whatsappId: 900, isLimited: true, closesAt: null } }),
  )
}

/** @param {Page} page */
async function playCosts(page) {
  await playOfficial(page)
  const brl = (/** @type {string} */ amount) => [{ currency: 'BRL', amount }]
  const rows = [
    { category: 'marketing', country: 'BR', messages: 420, billed: 420, unpriced: 0, costs: brl('131.25') },
    { category: 'utility', country: 'BR', messages: 310, billed: 96, unpriced: 0, costs: brl('3.36') },
    { category: 'utility', country: 'UY', messages: 4, billed: 4, unpriced: 4, costs: [] },
  ]
  const total = { messages: 734, billed: 520, unpriced: 4, costs: brl('134.61') }
  await page.route('**/connections/900/message-costs**', (route) =>
    route.fulfill({ json: { month: '2026-11', rows, total } }),
  )
}

/** @param {string} act the name of a button that asks */
function asksOnMove(act) {
  return async (/** @type {Page} */ page, /** @type {Words} */ words) => {
    await page.getByRole('button', { name: words(act) }).click()
    await page.getByRole('dialog').waitFor()
  }
}

const playedLook = {
  companies: [
    {
      ...{ id: '1', name: 'Padaria Sol', plan: 'Plano Antigo', nameTaken: false },
      rows: { users: 6, contacts: 5_200, tickets: 9_800, messages: 215_300 },
      files: { named: 31_000, found: 492, looked: 500, bytes: 9_400_000_000 },
      emailsTaken: [{ id: '4', email: 'bia@sol.example' }],
      ...{ numbersTaken: [], repeatedNames: [{ kind: 'tag', name: 'VIP' }] },
      ...{
        uses: { users: 6, connections: 1, queues: 3 },
        planLimits: { users: 5, connections: 2, queues: 5 },
      },
      losses: [{ loss: 'super-rights', rows: 1 }],
    },
  ],
  lost: [{ table: 'Invoices', rows: 48 }],
  plans: [{ name: 'Completo', users: 50, connections: 10, queues: 50 }],
  versions: { source: 'ticketz', schema: '20260818120000-last.js', postgres: '16.9', balcao: '0.2.0' },
  disk: { neededBytes: 11_300_000_000, freeBytes: 84_000_000_000 },
  ...{ databaseBytes: 1_900_000_000, fileBytes: 9_400_000_000, seconds: 470 },
}

/**
 * Moves from other products, which the demo has none of.
 * @param {Page} page @param {Record<string, unknown>[]} moves what differs from a move that was just named
 */
async function playMoves(page, moves) {
  const named = {
    ...{ id: 1, name: 'loja-antiga', product: 'whaticket', state: 'new', order: null, isStopping: false },
    ...{ hasAddress: true, folder: 'loja/public', failure: null, progress: null, look: null, mapping: null },
    ...{ companies: 0, closed: [], startedAt: '2026-11-20T12:00:00.000Z', switchedAt: null },
  }
  const step = { read: 9_800, moved: 9_800, isComplete: true }
  const companies = [
    {
      name: 'Padaria Sol',
      steps: [
        { ...step, step: 'tickets', source: 9_800 },
        { step: 'messages', source: 215_300, read: 215_300, moved: 215_120, isComplete: true },
      ],
      skips: [
        { kind: 'message', reason: 'same-message', rows: 180 },
        { kind: 'file', reason: 'file-missing', rows: 412 },
      ],
    },
  ]
  await page.route('**/platform/move-ins', (route) =>
    route.fulfill({ json: { moveIns: moves.map((move) => ({ ...named, ...move })) } }),
  )
  await page.route('**/platform/move-ins/1/report', (route) => route.fulfill({ json: { companies } }))
}

/**
 * Chooses the official number and a template in an open form; gives the preview back.
 * @param {Page} page @param {Words} words @param {string} connection the text of its field
 * @param {(dialog: import('playwright-core').Locator) => Promise<unknown>} [between] the acts between the two
 */
async function fillsTemplate(page, words, connection, between) {
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox', { name: words(connection), exact: true }).click()
  await page.getByRole('option', { name: 'Loja Sul' }).click()
  await between?.(dialog)
  await dialog.getByRole('combobox', { name: words('common:template.choose'), exact: true }).click()
  await page.getByRole('option', { name: /entrega_hoje/ }).click()
  await dialog.getByLabel(words('common:template.slot.body').replace('{{name}}', '2')).fill('14h e 16h')
  const figure = dialog.getByRole('figure', { name: words('common:template.preview') }).first()
  await figure.scrollIntoViewIfNeeded()
  return figure
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

/** @param {Page} page @param {Words} words */
async function playsMenu(page, words) {
  await opensQueue(page, words)
  await page.getByRole('tab', { name: words('queues:tab.menu') }).click()
  const talk = page.getByRole('log', { name: words('queues:simulator.talk') })
  await talk.waitFor()
  await page.getByRole('treeitem', { name: /: Montagem/ }).waitFor()
  const answer = page.getByLabel(words('queues:simulator.placeholder'))
  await answer.fill('1')
  await answer.press('Enter')
  await talk.getByText('Como podemos ajudar?').waitFor()
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

/** Performs the steps up to this one. @param {'payer' | 'plan' | 'review' | 'pix'} last */
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
 * Replaces the signed-in user's company. Such a page must not receive live events: the first one would restore the
 * real company.
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

/** @param {Page} page */
async function playOldBackup(page) {
  /** @type {import('@balcao/contract/backups').BackupState} */
  const json = {
    isScheduled: false,
    lastAt: '2026-11-10T12:00:00.000Z',
    missingFiles: 0,
    failure: null,
    checkedAt: null,
    checkFailure: null,
    checkSkipped: null,
    isOverdue: true,
  }
  await page.route('**/platform/backups', (route) => route.fulfill({ json }))
}

/** @param {Page} page @param {Words} words */
async function seesBackupBar(page, words) {
  await page.getByRole('button', { name: words('backups:later'), exact: true }).waitFor()
}

/** @param {Page} page @param {Words} words */
async function seesPrices(page, words) {
  await page.getByRole('button', { name: words('messagePrices:new'), exact: true }).waitFor()
}

/** @param {string} button */
function opensPrice(button) {
  return async (/** @type {Page} */ page, /** @type {Words} */ words) => {
    await page.getByRole('button', { name: words(button), exact: true }).click()
    await page.getByRole('dialog').waitFor()
  }
}

/** Replaces the invoices by an open one and one with a wrong payment. @param {Page} page */
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
  const moments = { createdAt: '2026-11-20T12:00:00.000Z', updatedAt: '2026-11-20T12:00:00.000Z' }
  const shared = { detail: 'Essencial', value: 149.9, status: 'open', ...moments }
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
  await seen('Loja Centro')(page)
}

/** @param {Page} page @param {Words} words */
async function editsPrompt(page, words) {
  await seen('Consultora de sofás')(page)
  const edit = words('prompts:editOf').replace('{{name}}', 'Consultora de sofás')
  await page.getByRole('button', { name: edit }).click()
  await page.getByRole('dialog').getByLabel(words('prompts:apiKey'), { exact: true }).waitFor()
}

/** Creates a missing webhook first. @param {Page} page @param {Words} words */
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
  await seen('Fluxo de orçamentos')(page)
  await page.getByRole('button', { name: words('integrations:new'), exact: true }).click()
  await page.getByRole('dialog').getByLabel(words('integrations:slug'), { exact: true }).waitFor()
}

/** @param {Page} page */
async function seesContactLists(page) {
  await page.getByRole('link', { name: 'Serra gaúcha', exact: true }).waitFor()
}

/** A narrow screen shows one lane at a time, and the others as buttons. @param {Page} page */
async function seesLanes(page) {
  await page.locator('li a').first().waitFor()
  const lane = { name: /Aguarda pagamento/ }
  await page.getByRole('region', lane).or(page.getByRole('button', lane)).first().waitFor()
}

/** Replaces the video host's pictures, so that no request leaves the machine. @param {Page} page */
async function playVideoPictures(page) {
  const body =
    '<svg xmlns="http://www.w3.org/2000/svg" width="320" height="180"><rect width="320" height="180" fill="#3d5a4c"/></svg>'
  await page.route('https://img.youtube.com/**', (route) =>
    route.fulfill({ contentType: 'image/svg+xml', body }),
  )
}

/** @param {Page} page @param {Words} words */
async function fillsContactList(page, words) {
  await seesContactLists(page)
  const fill = words('contactLists:importOf').replace('{{name}}', 'Serra gaúcha')
  await page.getByRole('button', { name: fill }).click()
  await page.getByRole('dialog').waitFor()
}

/** @param {Page} page */
async function opensContactList(page) {
  await seesContactLists(page)
  await page.getByRole('link', { name: 'Serra gaúcha', exact: true }).click()
  await page.getByText('Beto Nunes').waitFor()
}

/** @param {Page} page @param {Words} words */
async function addsToContactList(page, words) {
  await opensContactList(page)
  await page.getByRole('button', { name: words('contactLists:addItem'), exact: true }).click()
  await page.getByRole('dialog').waitFor()
}

/** @param {Page} page @param {Words} words */
async function editsQuickMessage(page, words) {
  const edit = words('quickMessages:editOf').replace('{{name}}', '/bomdia')
  await page.getByRole('button', { name: edit }).click()
  await page.getByRole('dialog').getByLabel(words('quickMessages:shortcode'), { exact: true }).waitFor()
}

/** Opens the month in which the fixture's message to Marina is sent. @param {'month' | 'week' | 'list'} view */
function seesCalendar(view) {
  return async (/** @type {Page} */ page, /** @type {Words} */ words) => {
    const tab = { name: words(`schedules:views.${view}`) }
    await page.getByRole('tab', tab).click()
    await page.getByRole('tab', { ...tab, selected: true }).waitFor() // the previous view may also show her
    const marina = page.getByRole('main').getByText('Marina Duarte').first()
    const seen = (/** @type {number} */ timeout) =>
      marina.waitFor({ timeout }).then(
        () => true,
        () => false,
      )
    const press = (/** @type {string} */ key) =>
      page.getByRole('button', { name: words(key), exact: true }).click()
    // It is sent on the workday a week after the fixture was played: of a Saturday, in the second week from now. A busy
    // machine may show it only after the next month or week was opened: then go back.
    if (await seen(3_000)) return
    for (const way of ['schedules:after', 'schedules:after', 'schedules:before', 'schedules:before']) {
      await press(way)
      if (await seen(10_000)) return
    }
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
  await page.getByText('Manutenção no domingo').first().waitFor()
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
  await page.getByRole('dialog').getByText('Manutenção no domingo').waitFor()
}

/** @param {Page} page @param {Words} words */
async function readsAnnouncement(page, words) {
  await opensAnnouncements(page, words)
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /Manutenção no domingo/ })
    .click()
  const reader = page.getByRole('dialog', { name: /^Manutenção no domingo/ }) // the list behind it shows the text, too
  await reader.getByText('As mensagens esperam').waitFor()
}

/** Replaces the running campaign by one that WhatsApp has paused. @param {Page} page */
async function playPause(page) {
  const paused = { pausedBecause: 'ERR_WAPP_MSG_RESTRICTED', pausedAt: new Date().toISOString() }
  const pause = (/** @type {any} */ campaign) =>
    campaign.status === 'EM_ANDAMENTO' ? { ...campaign, ...paused } : campaign
  for (const address of ['**/campaigns?**', '**/campaigns/*'])
    await page.route(address, async (route) => {
      const answer = await route.fetch()
      if (!answer.ok() || !answer.headers()['content-type']?.includes('json'))
        return route.fulfill({ response: answer })
      const read = await answer.json()
      const json = read.records ? { ...read, records: read.records.map(pause) } : pause(read)
      await route.fulfill({ response: answer, json })
    })
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
async function choosesTemplate(page, words) {
  await seesCampaigns(page)
  const edit = words('campaigns:editOf').replace('{{name}}', 'Aniversário da loja')
  await page.getByRole('button', { name: edit }).click()
  const figure = await fillsTemplate(page, words, 'campaigns:connection')
  await figure.getByText('Maria Souza').waitFor()
}

/** @param {Page} page @param {Words} words */
async function schedulesTemplate(page, words) {
  await writesSchedule(page, words)
  const kind = { name: words('schedules:kind'), exact: true }
  await fillsTemplate(page, words, 'schedules:connection', async (dialog) => {
    await dialog.getByRole('combobox', kind).click()
    await page.getByRole('option', { name: words('schedules:kinds.template') }).click()
  })
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
    await page.getByText('Elisa Monteiro').waitFor()
  }
}

/** @param {Page} page */
async function seesOptOuts(page) {
  await page.getByText('Queima de estoque').first().waitFor()
}

/** Marks all announcements as unread. @param {Page} page */
async function forgetAnnouncements(page) {
  await page.evaluate(
    `Object.keys(localStorage).forEach((key) => /announcement/i.test(key) && localStorage.removeItem(key))`,
  )
}
