import { createCampaign, createOptOut } from '@balcao/contract/campaigns'
import { createChat, sendChatMessage } from '@balcao/contract/chats'
import { createConnectionToken } from '@balcao/contract/connections'
import { createContactList, createContactListItem } from '@balcao/contract/contact-lists'
import { createFileList } from '@balcao/contract/file-lists'
import { saveHolidays } from '@balcao/contract/holidays'
import { createIntegration } from '@balcao/contract/integrations'
import { createNote } from '@balcao/contract/notes'
import { createPrompt } from '@balcao/contract/prompts'
import { createQueueOption } from '@balcao/contract/queue-options'
import { createQuickMessage } from '@balcao/contract/quick-messages'
import { createSchedule } from '@balcao/contract/schedules'
import { updateTicket } from '@balcao/contract/tickets'
import { createWebhook } from '@balcao/contract/webhooks'
import type {
  AnnouncementId,
  CampaignId,
  ChatId,
  ConnectionId,
  ContactId,
  ContactImportId,
  ContactListId,
  ContactListItemId,
  DeliveryId,
  FileListId,
  HelpId,
  HolidayId,
  InboundEventId,
  IntegrationId,
  InvoiceId,
  MessageId,
  MessagePriceId,
  MessageTemplateId,
  MoveInId,
  NoteId,
  OptOutId,
  PlanId,
  PromptId,
  QueueId,
  QueueOptionId,
  QuickMessageId,
  ScheduleId,
  TagId,
  TicketId,
  WebhookId,
} from '@balcao/domain/ids'
import { encryptText } from '../platform/encryption'
import type { Person, TestApp, TestCompany } from './test-app'

/** A company with one row of everything that has an id, and users of every profile who serve its one queue. */
export interface FullCompany {
  readonly company: TestCompany
  readonly admin: Person
  readonly supervisor: Person
  readonly user: Person
  readonly queueId: QueueId
  /** Two options of its queue's menu, in order. */
  readonly queueOptionId: QueueOptionId
  readonly otherQueueOptionId: QueueOptionId
  readonly holidayId: HolidayId
  readonly connectionId: ConnectionId
  /** The token with which programs send over the connection. */
  readonly apiToken: string
  readonly contactId: ContactId
  /** A contact without a live ticket. */
  readonly freeContactId: ContactId
  /** A parsed import of contacts that has not been started. */
  readonly importId: ContactImportId
  /** The user's open ticket, in the queue. */
  readonly ticketId: TicketId
  readonly ticketUuid: string
  /** A message of the customer in it. */
  readonly messageId: MessageId
  /** A template that Meta has approved, of the connection. */
  readonly templateId: MessageTemplateId
  readonly tagId: TagId
  /** Shared with the company by the user. */
  readonly quickMessageId: QuickMessageId
  /** Scheduled by the user, for the contact. */
  readonly scheduleId: ScheduleId
  /** A group chat of the admin and the user, with a message of the admin. */
  readonly chatId: ChatId
  readonly chatUuid: string
  /** The user's note on the ticket. */
  readonly noteId: NoteId
  /** An assistant without use. */
  readonly promptId: PromptId
  /** An integration without use. */
  readonly integrationId: IntegrationId
  /** A file list without files. */
  readonly fileListId: FileListId
  /** A contact list with one contact. */
  readonly contactListId: ContactListId
  readonly contactListItemId: ContactListItemId
  readonly campaignId: CampaignId
  readonly optOutId: OptOutId
  /** A plan without a company. */
  readonly planId: PlanId
  /** An open invoice with its Pix charge. */
  readonly invoiceId: InvoiceId
  readonly txid: string
  /** A help video of the platform, the same for every company. */
  readonly helpId: HelpId
  readonly announcementId: AnnouncementId
  /** A price of the platform, the same for every company. */
  readonly messagePriceId: MessagePriceId
  /** A move from another product, of the platform likewise. */
  readonly moveInId: MoveInId
  /** A webhook with a failed delivery. */
  readonly webhookId: WebhookId
  readonly deliveryId: DeliveryId
  /** A dead-lettered inbound event. */
  readonly entryId: InboundEventId
}

let companies = 0

export async function aFullCompany(
  testApp: TestApp,
  options: { isSuper?: boolean; dueDate?: string } = {},
): Promise<FullCompany> {
  const company = await testApp.company(options)
  const queueId = await company.queue('Vendas')
  const connectionId = await company.connection('Loja', [queueId])
  const user = await company.person('Ana', { queueIds: [queueId] })
  const supervisor = await company.person('Davi', { profile: 'supervisor', queueIds: [queueId] })

  const numbers = `55119${String(++companies).padStart(3, '0')}`
  const ticketId = await company.hears({
    over: connectionId,
    from: `${numbers}70001`,
    text: 'segredo da casa',
  })
  const freeTicketId = await company.hears({ over: connectionId, from: `${numbers}70002` })
  await user.does(updateTicket, { params: { ticketId }, body: { status: 'open' } })
  await company.admin.does(updateTicket, { params: { ticketId: freeTicketId }, body: { status: 'closed' } })
  const note = await user.does(createNote, {
    body: { note: 'ligar amanhã', ticketId, mentions: [company.admin.id] },
  })
  const quickMessage = await user.does(createQuickMessage, {
    body: { shortcode: 'horario', message: 'Abrimos às 8h', geral: true },
  })
  const contactList = await company.admin.does(createContactList, { body: { name: 'Clientes' } })
  const contactListItem = await company.admin.does(createContactListItem, {
    body: { contactListId: contactList.id, name: 'Nina', number: '5551977770000', email: '' },
  })
  // It uses a list of its own, so that the other one can be deleted.
  const campaignList = await company.admin.does(createContactList, { body: { name: 'Ofertas' } })
  await testApp.rows(
    `insert into contact_list_items (company_id, contact_list_id, name, number, phone, email, is_whatsapp_valid,
       checked_at, is_check_due, created_at, updated_at)
     values ($1, $2, 'segredo da lista', '5551977770009', '5551977770009', '', true, now(), false, now(), now())`,
    [company.id, campaignList.id],
  )
  const campaign = await company.admin.does(createCampaign, {
    body: { name: 'Natal', message1: 'Feliz Natal, {nome}!', contactListId: campaignList.id },
  })
  const optOut = await company.admin.does(createOptOut, { body: { name: 'Otto', number: '5551977770008' } })
  const chat = await company.admin.does(createChat, {
    body: { title: 'Turno da manhã', users: [user.id] },
  })
  await company.admin.does(sendChatMessage, {
    params: { chatId: chat.id },
    body: { message: 'segredo da equipe' },
  })
  const option = (title: string) =>
    company.admin.does(createQueueOption, { body: { queueId, title, message: 'Qual é o seu CPF?' } })
  const queueOption = await option('Segunda via')
  const otherQueueOption = await option('Entregas')
  const [holiday] = await company.admin.does(saveHolidays, {
    body: { holidays: [{ day: '2026-12-25', name: 'Natal' }] },
  })
  const one = async <Value>(sql: string, values: readonly unknown[]) =>
    (await testApp.rows<{ value: Value }>(sql, values))[0]?.value as Value // the fixture has just created it
  const contactId = await one<ContactId>('select contact_id as value from tickets where id = $1', [ticketId])
  const schedule = await user.does(createSchedule, {
    body: { body: 'Feliz aniversário!', contactId, sendAt: '2029-05-04T12:00:00Z' },
  })

  const { token: apiToken } = await company.admin.does(createConnectionToken, { params: { connectionId } })
  const invoiceId = await one<InvoiceId>(
    `insert into invoices (company_id, detail, value, due_date, created_at, updated_at)
     values ($1, 'Completo', 99.9, '2026-12-01', now(), now()) returning id as value`,
    [company.id],
  )
  const txid = `FAT${invoiceId}XFFFF`
  await testApp.rows(
    `insert into pix_charges (company_id, txid, invoice_id, plan_name, provider, amount, created_at)
     values ($1, $2, $3, 'Completo', 'sandbox', 99.9, now())`,
    [company.id, txid, invoiceId],
  )

  const { webhook } = await company.admin.does(createWebhook, {
    body: { name: 'Estoque', url: 'https://erp.example/segredo', events: ['ticket.rated'], connectionId },
  })
  const deliveryId = await one<DeliveryId>(
    `insert into webhook_deliveries (company_id, webhook_id, event, ticket_id, message_id, state, next_try_at, created_at)
     select company_id, $1, 'message.received', ticket_id, id, 'failed', now(), now()
     from messages where ticket_id = $2 order by id limit 1 returning id::int as value`,
    [webhook.id, ticketId],
  )

  return {
    company,
    admin: company.admin,
    supervisor,
    user,
    queueId,
    apiToken,
    queueOptionId: queueOption.id,
    otherQueueOptionId: otherQueueOption.id,
    holidayId: holiday?.id as HolidayId, // it was just stored
    connectionId,
    ticketId,
    ticketUuid: await one<string>('select uuid as value from tickets where id = $1', [ticketId]),
    contactId,
    freeContactId: await one<ContactId>('select contact_id as value from tickets where id = $1', [
      freeTicketId,
    ]),
    importId: await one<ContactImportId>(
      `insert into contact_imports (company_id, source, file_name, state, has_header, columns, targets, row_count, created_at)
       values ($1, 'file', 'segredo.xlsx', 'preview', true, '[{"title":"Nome","samples":[]},{"title":"Número","samples":[]}]',
         '{name,number}', 0, now()) returning id as value`,
      [company.id],
    ),
    messageId: await one<MessageId>('select min(id) as value from messages where ticket_id = $1', [ticketId]),
    templateId: await one<MessageTemplateId>(
      `insert into message_templates (company_id, connection_id, meta_id, name, language, category, status, is_named,
         components, updated_at)
       values ($1, $2, '77', 'segredo_da_meta', 'pt_BR', 'UTILITY', 'APPROVED', false,
         '[{"type": "BODY", "text": "Olá!"}]', now()) returning id as value`,
      [company.id, connectionId],
    ),
    tagId: await one<TagId>(
      `insert into tags (company_id, name, color, created_at, updated_at)
       values ($1, 'VIP', '#aa0000', now(), now()) returning id as value`,
      [company.id],
    ),
    chatId: chat.id,
    chatUuid: chat.uuid,
    noteId: note.id,
    quickMessageId: quickMessage.id,
    scheduleId: schedule.id,
    promptId: (
      await company.admin.does(createPrompt, { body: { name: 'Assistente', prompt: 'Atenda.', queueId } })
    ).id,
    integrationId: (
      await company.admin.does(createIntegration, {
        body: { type: 'webhook', name: 'Fluxo', urlN8N: 'https://bot.example/fluxo' },
      })
    ).id,
    fileListId: (
      await company.admin.does(createFileList, {
        body: { name: 'Tabelas', message: 'Segue a tabela.', options: [{ name: 'Preços' }] },
      })
    ).id,
    webhookId: webhook.id,
    deliveryId,
    contactListId: contactList.id,
    contactListItemId: contactListItem.id,
    campaignId: campaign.id,
    optOutId: optOut.id,
    invoiceId,
    txid,
    planId: await one<PlanId>(
      `insert into plans (name, users, connections, queues, value, use_campaigns, use_kanban, use_open_ai,
         use_integrations, use_schedules, use_internal_chat, use_external_api, created_at, updated_at)
       values ($1, 1, 1, 1, 0, false, false, false, false, false, false, false, now(), now()) returning id as value`,
      [`Livre ${company.id}`],
    ),
    helpId: await one<HelpId>(
      `insert into helps (title, video, created_at, updated_at)
       values ('Como começar', 'dQw4w9WgXcQ', now(), now()) returning id as value`,
      [],
    ),
    announcementId: await one<AnnouncementId>(
      `insert into announcements (title, text, created_at, updated_at)
       values ('Novidades', 'Agora com kanban', now(), now()) returning id as value`,
      [],
    ),
    messagePriceId: await one<MessagePriceId>(
      `insert into message_prices (valid_from, category, country, currency, amount, created_at, updated_at)
       values ('2026-10-01', 'marketing', 'BR', 'BRL', 0.3125, now(), now())
       on conflict (category, country, valid_from) do update set updated_at = now() returning id as value`,
      [],
    ),
    moveInId: await one<MoveInId>(
      `insert into move_ins (name, product, state, address, look, mapping, started_at)
       values ('antiga', 'whaticket', 'looked', $1, $2, $3, now())
       on conflict (name) do update set ordered = null returning id as value`,
      [
        encryptText(testApp.dataKeys, 'postgres://loja:senha@old.example/loja', 'move_ins.address/antiga'),
        JSON.stringify({
          ...{ companies: [], plans: [], lost: [], databaseBytes: 0, fileBytes: 0, seconds: 0 },
          versions: { source: 'ticketz', schema: null, postgres: '18', balcao: '0.2.0' },
          disk: { neededBytes: 0, freeBytes: null },
        }),
        JSON.stringify({ companies: [], emails: [] }),
      ],
    ),
    entryId: await one<InboundEventId>(
      `insert into inbound_events (company_id, connection_id, key, chat, partition, content, needs_acknowledgement, attempts,
         dead_because, received_at)
       values ($1, $2, 'poison', 'chat', 0, '', false, 5, 'Error: unreadable', now()) returning id as value`,
      [company.id, connectionId],
    ),
  }
}

/** A fingerprint of all rows of a company, by table: equal if nothing has changed. */
export async function fingerprintOf(testApp: TestApp, companyId: number): Promise<Record<string, string>> {
  const tables = await testApp.rows<{ name: string }>(`
    select table_name as name from information_schema.columns
    where table_schema = 'public' and column_name = 'company_id' order by 1`)
  const prints: Record<string, string> = {}
  for (const { name } of tables) {
    const [row] = await testApp.rows<{ print: string }>(
      `select coalesce(md5(string_agg(t::text, '|' order by t::text)), 'empty') as print
       from ${name} t where company_id = $1`,
      [companyId],
    )
    prints[name] = row?.print ?? ''
  }
  return prints
}
